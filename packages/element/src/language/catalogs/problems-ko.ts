import files from '@odori/runtime/internal/file-problems/ko';
import type { TellProblem } from '../problems.js';
import { createTeller } from '../tell-problem.js';

const tell: TellProblem = createTeller({
  language: 'ko',
  problems: {
    'no-webgl': '이 브라우저에서는 댄스를 볼 수 없습니다. WebGL 2를 쓸 수 없기 때문입니다.',
    'graphics-lost': '브라우저가 WebGL을 다시 시작했습니다. 화면이 돌아오지 않으면 페이지를 새로 고치세요.',
    'no-physics': '물리 연산을 불러오지 못했습니다. 머리카락과 옷은 키프레임대로만 움직입니다.',
    'no-idle-life': '대기 동작을 불러오지 못했습니다. 스스로 숨 쉬거나 눈을 깜박이지 않습니다.',
    'no-automatic-camera': '자동 카메라를 불러오지 못했습니다. 모델 전체를 보여 줍니다.',
    'no-effects': '이펙트 코드를 불러올 수 없습니다. 이펙트 없이 보여 줍니다.',
    'no-fit': '댄스를 노래에 맞추는 코드를 불러올 수 없습니다. 모션을 그대로 재생합니다.',
    'song-no-beat':
      '이 노래에서 박자를 찾지 못했습니다. 모션을 그대로 재생합니다. 다른 노래를 시도해 보세요.',
    'song-unheard': '페이지가 이 노래를 읽을 수 없거나 노래가 10분보다 깁니다. 모션을 그대로 재생합니다.',
    'unknown-effect':
      'effects="{text}": ‘{word}’ 이펙트는 없습니다. bloom이나 dof를 쓰고, 둘 다 쓰려면 사이를 띄우세요.',
    'no-xr': 'VR과 AR 코드를 불러오지 못했습니다.',
    'xr-unavailable': '지금 이 기기에서는 {name} 기능을 쓸 수 없습니다.',
    'xr-refused': '브라우저가 {name} 기능을 허용하지 않았습니다.',
    'xr-failed': '{name} 기능을 시작하지 못했습니다: {reason}',
    'still-ik':
      'MMD와 같이 다리는 IK가 움직입니다. 이 모션은 다리 본은 움직이지만 {bones} 본은 움직이지 않습니다. 모션 캡처에서 흔한 경우입니다. ik="off"로 설정하면 다리가 자기 키프레임대로 움직입니다.',
    'bad-position': 'position="{value}": 숫자 세 개가 아닙니다. 예: "-4 0 0"',
    'bad-turn': 'turn="{value}": 각도를 나타내는 숫자가 아닙니다. 예: "15"',
    'one-motion':
      '<{tag}> 하나는 모션 하나만 재생합니다. 지금은 {motion} 모션을 재생합니다. 한 모션의 여러 파일은 |로 이으세요.',
    'too-many-children': '플레이어 하나에 자식 요소는 {most}개까지 보입니다. <{tag}> 요소는 보이지 않습니다.',
    'no-touch': '댄서들의 강체가 서로 닿지 않습니다: {reason}',
    'song-unplayable': '브라우저가 이 노래를 불러오거나 재생할 수 없습니다{detail}',
    'song-broke': '노래가 끊겼습니다{detail}. 댄스는 노래 없이 이어집니다.',
    'motion-truncated': '파일이 중간에 끝납니다. 그 전까지의 키프레임을 재생합니다.',
    'missing-textures': '텍스처 {count}개를 불러오지 못했습니다: {names}',
    'missing-parts': '프로젝트의 일부를 불러오지 못했습니다: {names}',
    'no-project': '이 안에 프로젝트(.pmm)가 없습니다.',
    'no-avatar': '이 파일에는 VRM 아바타가 없습니다.',
  },
  load: {
    'request-failed': '요청에 실패했습니다. 네트워크, CORS, Content-Security-Policy 중 하나가 원인입니다.',
    'connection-broke': '파일을 다 받기 전에 연결이 끊겼습니다. 다시 불러오세요.',
    'invalid-url': '이 URL은 요청할 수 없습니다. 상대 URL에는 페이지가 필요합니다.',
    'bad-status': '서버가 오류 {status}번을 보냈습니다.',
    'not-a-file': '서버가 파일 대신 웹 문서나 오류를 보냈습니다. URL을 확인하세요.',
    'not-a-model': '모델(PMX, PMD)이 아닙니다.',
    'not-a-motion': '모션(VMD, VPD, BVMD)이 아닙니다.',
    'not-an-accessory': '액세서리(X, VAC)가 아닙니다.',
    'no-keyframes': '첫 키프레임이 나오기 전에 파일이 끝납니다.',
    'none-found': '쓸 수 있는 파일을 찾지 못했습니다.',
    missing: '받은 파일 중에도, 그 옆에도 이 파일이 없습니다.',
  },
  files,
  frame: {
    named: '{file}: {text}',
    found: ' 내용은 {found} 형식입니다.',
    unpack: ' 먼저 압축을 푸세요.',
    checkUrl: ' URL을 확인하세요.',
    unknown: '불러오지 못했습니다. ({text})',
  },
  unnamed: {
    'the file': '파일',
    'the files': '파일',
    'the song': '노래',
  },
});

export default tell;
