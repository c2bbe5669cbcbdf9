import type { HelpTexts } from '../load-help.js';

export const HELP: HelpTexts = {
  force: 'OUT을 덮어씁니다',
  quiet: '경고와 결과를 표시하지 않습니다',
  refuse: '이 경고(예: not-finite)가 있는 파일은 실패로 봅니다. 코드는 odori inspect로 볼 수 있습니다',
  allow: '이 경고가 있어도 받아들입니다. --allow truncated는 잘린 파일의 남은 부분을 읽습니다',
  'output-vmd': 'VMD 파일. "-"는 표준 출력(필수)',
  root: '텍스처가 있는 폴더(기본값: 모델 폴더의 상위 폴더)',
  jobs: '스레드 N개로 처리합니다(기본값 1)',
  browser: '브라우저(기본값: $CHROMIUM_PATH, 시스템의 것, Playwright의 것)',
  strict:
    '경고가 하나라도 있으면 종료 코드가 1이 됩니다. 키프레임 순서가 뒤섞인 것은 MMD도 그렇게 쓰므로 제외합니다',
  'force-all': '이미 있는 파일을 덮어씁니다',
  merged:
    '댄스와 표정처럼 여러 모션은 하나로 합칩니다. 같은 본의 같은 프레임에 키프레임이 있으면 뒤에 오는 파일을 씁니다.',
  odori: '명령줄에서 MikuMikuDance 모션 등을 다루는 도구',
  'odori-inspect': '모션, 포즈, 모델, 프로젝트, 아바타의 내용을 표시합니다',
  'odori-lint': '어떤 문제가 있는지 검사합니다. 지속적 통합용',
  'odori-convert': 'VMD, JSON, BVMD, VPD, PMM, PMD를 VMD, JSON, BVMD, VPD, PMX로 변환합니다',
  'odori-convert-glb': '모델과 댄스를 glTF 뷰어용 파일 하나로 만듭니다',
  'odori-sample': 'IK를 적용한 본의 위치와 회전. 폴더 전체도 처리합니다',
  'odori-bake': 'IK나 물리 연산을 보통 키프레임으로 베이크합니다',
  'odori-bake-vrma': 'VRM 아바타용 댄스',
  'odori-retarget': '체형이 다른 모델에 맞춘 댄스',
  'odori-fit': '다른 노래에 맞춘 댄스',
  'odori-optimize': '페이지에 쓰도록 모델을 가볍게 합니다',
  'odori-view': '카메라, 노래와 함께 브라우저에서 봅니다',
  'odori-render': '창 없이 동영상, 이미지, 모음 이미지를 만듭니다',
  'odori-join': '여러 컴퓨터가 나누어 렌더링한 것을 동영상 하나로 잇습니다',
  'odori-help': '옵션과 예를 표시합니다',
  'odori-version': '버전을 표시합니다',
  'odori-lang':
    '메시지의 언어: en, ja, zh-CN, zh-TW, ko(기본값: 시스템의 언어. LC_ALL, LC_MESSAGES, LANG으로 정해집니다)',
  'odori-streams':
    '"-"는 표준 입력이나 표준 출력입니다. 데이터는 표준 출력으로, 메시지는 표준 오류로 나갑니다. 따옴표로 감싼 와일드카드(* ? **)는 확장합니다.',
  'odori-codes':
    '종료 코드: 0 성공. 1 파일을 읽거나 쓸 수 없음, 잘림, 거부됨. 2 잘못된 사용법. 3 화면을 그릴 브라우저가 없음. 130 Ctrl-C로 중단. 141 출력을 읽는 쪽이 먼저 끝남.',
  inspect: '모션, 포즈, 모델, 프로젝트, 액세서리, 아바타의 내용을 표시합니다',
  'inspect-about':
    'VMD, VPD, PMM, BVMD, PMX, PMD, X, VAC, VRM, VRMA, 그 밖의 GLB 아바타, JSON 모션을 읽습니다. 형식은 파일 이름이 아니라 내용으로 정해집니다. "-"는 표준 입력입니다. 따옴표로 감싼 와일드카드(* ? **)는 확장합니다.',
  'inspect-names':
    '본과 모프의 이름을 표시합니다. 모델은 가진 것, 모션은 움직이는 것, 아바타는 휴머노이드 본과 표정',
  'inspect-json': '파일마다 항목 하나인 배열을 출력합니다. --names가 있으면 이름도 넣습니다',
  'inspect-strict':
    '모델의 텍스처가 없거나 경로가 잘못되었거나 경고가 있으면 종료 코드가 1이 됩니다. 키프레임 순서가 뒤섞인 것은 MMD도 그렇게 쓰므로 제외합니다. 이런 문제만 보려면 odori lint',
  'inspect-refuse': '이 경고(예: not-finite)가 있으면 종료 코드가 1이 됩니다',
  'inspect-allow': '이 경고가 있어도 종료 코드가 1이 되지 않습니다. 예: truncated(잘린 파일)',
  'index-heading': '폴더 전체를 파일마다 한 행인 표로 만듭니다:',
  'index-index':
    'FILE에 폴더를 쓸 수 있고, 아래의 파일과 zip 안의 파일도 봅니다. 행에는 file, bytes, hash(SHA-256), kind, model, frames, seconds, bones, morphs, iks(이름), cameraKeys, cuts, warnings가 있습니다. 손상된 파일에는 code, message, section, offset도 있고, 종료 코드는 1입니다',
  'index-output': 'index.jsonl 또는 index.parquet(기본값: 표준 출력에 JSON Lines)',
  'index-quiet': '손상된 파일만 표시합니다',
  lint: '모션, 포즈, 모델, 프로젝트, 액세서리, 아바타에 어떤 문제가 있는지 검사합니다',
  'lint-about':
    '문제마다 한 줄로 파일, 코드, 내용, 위치를 출력합니다. 문제가 있으면 종료 코드가 1이라 지속적 통합 작업이 실패합니다. odori inspect --strict가 실패로 보는 것과 같습니다. 손상, 경고(MMD도 그렇게 쓰는 키프레임 순서는 제외), 모델의 없거나 경로가 잘못된 텍스처입니다. 코드의 뜻은 문제 해결 페이지에 있습니다.',
  'lint-files':
    'FILE에 폴더를 쓸 수 있고, 아래에 있는 이런 종류의 파일을 봅니다. zip 안은 보지 않습니다. "-"는 표준 입력입니다. 따옴표로 감싼 와일드카드(* ? **)는 확장합니다.',
  'lint-allow': '문제로 보지 않을 것. 예: odd-value, missing-texture',
  convert: '모션, 포즈, 프로젝트, 모델을 변환합니다',
  'convert-about': 'IN이 무엇인지는 내용으로, 무엇이 될지는 OUT의 확장자나 --format으로 정해집니다.',
  'convert-motions':
    '.vmd .json .bvmd 또는 .vpd(--frame 프레임의 포즈). 댄스와 카메라가 모두 있는 BVMD는 OUT.vmd와 OUT-camera.vmd 두 VMD가 됩니다. MMD가 한 파일에서 둘 다 불러오지 못하기 때문입니다. --model camera는 카메라만',
  'convert-vrma':
    '위와 같음. VRM 애니메이션이나 GLB 속 휴머노이드(Mixamo, Unity 등)의 애니메이션은 발을 다리 IK로 움직이는 MMD 댄스가 됩니다',
  'convert-pmm':
    '모델마다 모션 하나, 카메라·조명·그림자로 모션 하나를 폴더 OUT에 씁니다. VMD에 들어가지 않는 모델의 경로와 순서, 외부 부모, 카메라가 따르는 본, 액세서리, 중력은 CSV 파일이 됩니다. --model을 쓰면 모션 하나만',
  'convert-pmd-out': '.pmx',
  'convert-dance':
    '.glb: 본, 모프, 텍스처가 들어 있어 어느 glTF 뷰어로도 재생하는 파일 하나. 텍스처는 모델의 폴더와 그 옆에서 찾고, PNG와 JPEG가 아닌 것은 뺍니다. 모델 제작자가 허용하는 것도 표시합니다',
  'convert-several':
    '입력이 여럿이면 OUT에 폴더를 쓰세요. 모두를 담은 가장 깊은 폴더(와일드카드는 그 앞부분) 아래의 구조를 지킵니다. 따옴표로 감싼 와일드카드(* ? **)는 확장합니다.',
  'convert-output': '파일, 폴더 또는 "-"(표준 출력). 없으면 마지막 인수가 OUT입니다',
  'convert-format': 'vmd, json, bvmd, vpd, pmx, glb. 표준 출력과, VMD를 폴더에 변환할 때는 필수',
  'convert-motions-heading': '모션:',
  'convert-range': '이 프레임만 남깁니다(초당 30개). 결과는 프레임 0에서 시작합니다',
  'convert-mirror': '왼쪽과 오른쪽을 바꿉니다',
  'convert-offset': 'F 프레임 늦게 시작합니다. 음수면 일찍 시작합니다',
  'convert-frame': '.vpd로 만들 프레임. 소수도 됩니다. 포즈는 IK를 적용하기 전의 키프레임 값입니다',
  'convert-model':
    '모션의 모델 이름을 정합니다. PMM에서는 일본어나 영어 이름, 번호, "camera"로 하나만 꺼내며, 이때 OUT은 파일이어도 됩니다',
  'convert-pmd':
    '본 이름이 없는 버전 1 PMM의 모델. PMD이거나 거기서 만든 PMX. 여럿이면 옵션을 되풀이하거나 와일드카드를 따옴표로 감싸세요',
  'convert-version': 'VMD의 버전(기본값: IN의 버전, 없으면 2)',
  'convert-coordinates': 'MMD의 왼손 좌표계(기본값) 또는 three.js의 오른손 좌표계. JSON에 적힙니다',
  'convert-group': '키프레임을 파일의 순서대로(기본값), 또는 이름별로 묶습니다',
  'convert-start': '모든 프레임에 F를 더합니다. JSON을 읽을 때 다시 뺍니다',
  'convert-target': '모델 여럿을 다루는 프로그램용 번호',
  'convert-json': 'PMM의 표를 CSV 대신 JSON 파일 하나로 씁니다',
  'json-heading': 'JSON:',
  'glb-heading': 'GLB:',
  'convert-physics': '머리카락과 옷을 물리 연산으로 움직이고 그 움직임도 씁니다',
  'convert-mtoon': 'VRM의 MToon을 아는 뷰어에서 애니메이션풍으로 표시합니다. 다른 뷰어는 단색으로 표시합니다',
  sample: 'IK를 적용한 본의 위치와 회전',
  'sample-about':
    'OUT에 {name}이 있으면 모션마다 파일 하나를 씁니다. {name}은 확장자를 뺀 이름이며, 모든 모션을 담은 폴더 아래의 폴더도 붙습니다. 길이는 MMD 단위(약 8 cm)입니다. 물리 연산은 하지 않습니다.',
  'sample-model': 'PMX 또는 PMD(필수)',
  'sample-at': '초(s) 또는 프레임(f, 초당 30개, 소수 가능)으로 쓴 시간',
  'sample-every': '이어지는 포즈. 간격은 초 또는 프레임',
  'sample-range': '--every의 범위(기본값: 0부터 마지막 키프레임까지)',
  'sample-bones': '일본어나 영어 이름으로 고른 본만',
  'sample-joints': 'SMPL의 조인트 24개, VRM 1.0의 휴머노이드 본 55개, 또는 모든 본(기본값)',
  'sample-space':
    'world: 모델 공간의 위치와 회전(기본값). local: 키프레임처럼 초기 위치에서의 이동과 부모에 대한 회전',
  'sample-coordinates': 'MMD의 왼손 좌표계(기본값) 또는 three.js의 오른손 좌표계',
  'sample-contacts':
    '발뒤꿈치와 발끝이 바닥을 딛고 있는지도 씁니다. --every가 필요하며 npy에는 쓸 수 없습니다',
  'sample-height': '바닥을 딛은 발이 초기 위치보다 얼마나 높아도 되는지(MMD 단위)',
  'sample-speed': '그 발이 얼마나 빨리 움직여도 되는지(초당 MMD 단위)',
  'sample-output': '파일, 또는 이름에 {name}이 있는 파일들(기본값: 표준 출력)',
  'sample-format':
    'csv: 시간과 본마다 한 행(기본값). json: 시간마다 항목 하나, 모프의 값도 들어갑니다. npy: 시간 × 본 × 7, 32비트. npz: poses, seconds, bones, contacts. parquet: csv와 같음. 없으면 OUT의 확장자로 정해집니다. --csv와 --json은 -f와 같습니다',
  'sample-many': 'OUT에 {name}이 있을 때:',
  'sample-list': '한 줄에 하나씩 적힌 모션 이름을 읽습니다. "-"는 표준 입력',
  'sample-skip': '출력이 이미 있는 모션을 건너뜁니다. 멈춘 곳에서 이어 갑니다',
  'sample-failures':
    '실패한 것을 code, section, offset이 있는 JSON Lines로 씁니다(기본값: 출력 폴더의 failures.jsonl). 이때 종료 코드는 1입니다',
  bake: 'IK나 물리 연산을 보통 키프레임으로 베이크합니다',
  'bake-vrma': 'VRM 아바타용 댄스',
  'bake-about':
    'IK가 움직이는 본(다리, 머리카락, 넥타이)에 허용 오차 안에서 되도록 적은 키프레임을 넣고, IK를 모두 끕니다. IK가 없는 프로그램에서도 똑같이 보입니다. 다른 키프레임은 그대로입니다.',
  'bake-physics-about':
    '--physics를 쓰면 강체가 움직이는 본(머리카락, 치마, 넥타이)에 키프레임을 넣습니다. MMD처럼 댄스를 계산하므로 물리 연산이 없는 프로그램에서도 똑같이 보입니다. --ik bake가 없으면 다리의 IK는 그대로입니다.',
  'bake-model': '키프레임을 맞출 골격의 PMX 또는 PMD 모델(필수)',
  'bake-physics': '강체가 움직이는 본에 키프레임을 넣고 물리 연산을 끕니다',
  'bake-ik':
    'bake: IK를 베이크합니다(기본값). keep: 모션을 재생하는 프로그램에 맡깁니다(--physics의 기본값). 둘 다 없는 프로그램에는 --physics --ik bake',
  'bake-settle':
    '--physics에서 댄스가 시작하기 전에 머리카락이 가라앉을 시간(기본값 0.5, 최대 10. 0이면 MMD처럼 시작)',
  'bake-tolerance':
    'IK나 물리 연산으로 움직인 위치에서 얼마나 벗어나도 되는지(기본값 0.02 MMD 단위. --physics는 0.05, --ik bake는 제외)',
  'bake-angle':
    'IK나 물리 연산으로 움직인 회전에서 몇 도 벗어나도 되는지(기본값 0.3. --physics는 1, --ik bake는 제외)',
  'bake-append': '부여 본: 모션을 재생하는 프로그램에 맡기거나(keep, 기본값) 키프레임을 넣습니다(bake)',
  'bake-vrma-about':
    'OUT이 .vrma로 끝나면, 발이 MMD와 같은 곳을 딛는 아바타 댄스의 VRM 애니메이션이 됩니다. 다른 아바타도 재생할 수 있지만 다리 비율이 다르면 발이 미끄러집니다.',
  'bake-avatar':
    '이 댄스를 출 아바타. VRM이거나 알려진 이름의 본이 있는 GLB. 없으면 키 1.6 m인 표준 골격용입니다',
  'bake-source': '댄스가 원래 쓰던 PMX 또는 PMD 모델(기본값: 미쿠 체형의 골격)',
  'bake-arm-angle': '--source가 없을 때, 원래 모델의 위팔이 수평에서 몇 도 처지는지(기본값 29.7)',
  'bake-stance': '골반 너비가 다른 아바타의 발을 어디에 두는지: planted(기본값), foot, pelvis',
  'bake-emotions': '눈썹과 감정 모프가 happy 같은 얼굴 전체의 표정을 얼마나 움직이는지: 0(기본값)부터 1',
  'bake-hips': '허리 위치가 얼마나 벗어나도 되는지(기본값 0.0005)',
  'bake-vrma-angle': '본의 방향이 몇 도 벗어나도 되는지(기본값 0.05)',
  retarget: '체형이 다른 모델에 맞춘 댄스',
  'retarget-about':
    '팔다리의 방향을 지키고, 발은 모델의 다리 길이에 맞추어 댄스에서 딛는 곳을 딛습니다. 허리는 센터가, 발은 다리 IK가 움직입니다. 모프와 사람 몸이 아닌 본의 키프레임은 그대로입니다.',
  'retarget-to': '이 댄스를 출 PMX 또는 PMD 모델(필수)',
  'retarget-arm-angle': '--from이 없을 때, 원래 모델의 위팔이 수평에서 몇 도 처지는지(기본값 29.7)',
  'retarget-stance': '골반 너비가 다를 때 발을 어디에 두는지: planted(기본값), foot, pelvis',
  'retarget-tolerance': '본의 위치가 얼마나 벗어나도 되는지(기본값 0.02 MMD 단위)',
  'retarget-angle': '본의 회전이 몇 도 벗어나도 되는지(기본값 0.3)',
  fit: '다른 노래에 맞춘 댄스',
  'fit-about':
    '댄스와 노래의 박자를 찾아, 노래의 첫 마디부터 끝까지 댄스를 노래의 박자에 맞춥니다. 짧은 댄스는 소절이 바뀌는 곳에서 반복합니다. WAV 파일은 바로 읽고, 다른 노래는 이 컴퓨터의 Chromium, Chrome, Edge가 디코딩합니다. --offset을 쓰면 맞추지 않고, 댄스가 원래 노래보다 몇 초 늦게 시작하는지를 표준 출력에 씁니다.',
  'fit-output': 'VMD 파일. "-"는 표준 출력(--offset이 없으면 필수)',
  'fit-offset':
    '댄스가 노래의 몇 초에서 시작하는지만 표시합니다. odori view와 <odori-player>에서 쓸 수 있습니다',
  'fit-model': '이 댄스를 출 PMX 또는 PMD 모델(기본값: 보통 체형. 결과는 거의 같습니다)',
  'fit-speed': '댄스의 몇 배까지 느리고 빨라도 되는지(기본값: 0.7,1.42). 넘으면 박자를 반이나 두 배로 셉니다',
  'fit-mirror': '두 번째 반복마다 좌우를 바꿉니다',
  'fit-once': '노래보다 짧은 댄스를 반복하지 않습니다',
  'fit-lips':
    '립싱크: 댄스와 함께 움직이거나(along, 기본값), 원래 시간을 지키거나(alone), 입을 다뭅니다(none)',
  optimize: '페이지에 쓰도록 모델을 가볍게 합니다',
  'optimize-about':
    'INPUT은 PMX 모델, 또는 모델과 텍스처 등이 든 폴더나 zip입니다. OUT은 폴더나 zip입니다. 모델은 PMX 그대로이고 똑같이 보입니다. 어느 면도 쓰지 않는 정점과 아무것도 움직이지 않는 모프를 빼고, 텍스처를 WebP나 KTX2로 바꿉니다. MMD는 이 둘을 읽지 못하므로, MMD에서도 쓰려면 --textures keep을 붙이세요. 모델을 공개하기 전에 제작자의 약관을 확인하세요. 바꾼 파일을 허용하지 않는 모델이 많습니다.',
  'optimize-morphs':
    '모프는 값이 무엇이든 아무것도 바꾸지 않고, 그룹과 표시 틀에 없고, 같은 이름의 모프가 없을 때만 뺍니다. 툰은 조금도 바뀌지 않습니다. GIF와 DDS 파일, 더 커지는 파일은 그대로 둡니다.',
  'optimize-output': '폴더, 또는 .zip으로 끝나는 파일(필수)',
  'optimize-textures':
    'webp(기본값). ktx2: 그래픽 카드의 메모리를 4분의 1만 쓰지만 파일은 커질 때가 많습니다. keep: 모든 텍스처를 그대로 둡니다',
  'optimize-max-size': '텍스처의 너비와 높이의 최대 픽셀. 큰 것은 줄입니다(기본값: 없음)',
  'optimize-keep': '이 모션에 이름이 있는 모프를 남깁니다. 여러 번 쓸 수 있습니다',
  'optimize-json': '보고서를 JSON으로 출력합니다',
  'optimize-force': 'OUT의 파일을 덮어씁니다. INPUT의 파일은 덮어쓰지 않습니다',
  'optimize-quiet': '경고를 표시하지 않습니다',
  view: '모델을 모션, 카메라, 노래와 함께 브라우저에서 봅니다',
  'view-about':
    '이 컴퓨터의 서버가 플레이어와 파일을 보냅니다. 아무것도 업로드하지 않습니다. 파일의 역할은 내용으로 정해지므로 순서는 상관없습니다. 모델(PMX, PMD), 댄스(VMD, BVMD), 포즈(VPD), 카메라, 노래, 스테이지(PMX, X), 프로젝트(PMM)를 쓸 수 있습니다. 폴더나 zip은 안의 파일을 씁니다. 댄서 한 명의 댄스가 여럿이면 메뉴가 됩니다. 댄서가 여럿이면 나란히 서서 저마다의 모션으로 춤춥니다. 표정뿐인 모션은 댄스에 더해집니다. 파일을 바꿨으면 페이지를 새로 고치세요. Ctrl-C를 누르면 서버가 종료됩니다.',
  'view-port': '서버의 포트(기본값: 빈 포트)',
  'view-no-open': '주소만 표시하고 브라우저를 열지 않습니다',
  'view-stage': '바닥',
  'view-camera': '카메라 파일 대신, 댄서를 스스로 따라가는 카메라',
  'view-camera-fit': '카메라 파일을 댄서의 키에 맞추거나 그대로 둡니다(기본값: 눈높이가 맞지 않을 때 맞춤)',
  'view-look':
    'MMD의 화면으로, 셀프 섀도가 있거나 없게(기본값: 카메라 모션을 따름), 또는 three.js의 다른 물체처럼 스테이지의 빛으로 비춥니다',
  'view-physics': 'off: 머리카락과 옷이 키프레임대로 움직입니다(기본값: on)',
  'view-offset': '댄스를 노래보다 몇 초 늦게 시작하는지. 0보다 작으면 일찍 시작합니다(기본값: 0)',
  'view-loop': '끝나면 처음부터 다시 시작합니다',
  render: '창 없이 동영상과 이미지를 만듭니다',
  'render-about':
    '이 컴퓨터의 Chromium, Chrome, Edge로 odori view와 같은 페이지를 한 프레임씩 그립니다. 아무리 오래 걸려도 프레임이 빠지지 않으며, 같은 컴퓨터에서는 같은 파일에서 같은 바이트가 나옵니다. 모델, 댄스, 카메라, 노래, 스테이지, 프로젝트, 폴더, zip은 odori view와 같습니다. 무엇을 만들지는 출력 이름으로 정해집니다.',
  'render-film': '노래가 있는 동영상. H.264와 AAC나 Opus, 또는 VP9와 Opus',
  'render-still': '이미지 한 장. .webp, .jpg와, 브라우저가 되면 .avif도',
  'render-frames': '00000부터 프레임마다 이미지 한 장',
  'render-sheet': '댄스를 똑같이 나눈 이미지를 한 장에 모읍니다',
  'render-at': '이미지의 시간. 예: 20s, 600f(기본값: 0s)',
  'render-range': '일부. 예: 20s,30s(기본값: 전체)',
  'render-size': '픽셀(기본값: 1280x720. 모음 이미지에서는 하나에 320x180)',
  'render-fps': '초당 프레임(기본값: 30)',
  'render-background': '배경의 CSS 색. 이미지와 WebM에는 transparent도 됩니다(기본값: #fff)',
  'render-alpha': '투명한 WebM. --background transparent와 같습니다',
  'render-quality': 'very-low, low, medium, high, very-high(기본값: .mp4는 very-high, 나머지는 high)',
  'render-camera': '댄서를 스스로 따라가는 카메라, 또는 카메라 모션 파일',
  'render-show': 'odori view와 같습니다. 투명한 이미지에는 --stage로 정하지 않으면 바닥이 없습니다',
  'render-shards': '동영상이나 연속 이미지를 N개로 나눈 것 중 I번째. 동영상은 odori join으로 잇습니다',
  'render-json': '프로그램용 진행 상황을 표준 출력에 씁니다. 한 줄에 JSON 객체 하나',
  'render-card': '어느 그래픽 카드로 그리는지는 표준 오류에 표시합니다. 종료 코드 3: 브라우저가 없습니다.',
  join: 'odori render --shards로 나누어 만든 것을 동영상 하나로 잇습니다',
  'join-about':
    '인코딩된 화면을 그대로 복사하므로 손실이 없고 몇 초면 끝납니다. 순서는 파일에 적혀 있습니다. 소리는 첫 번째 것에 든 것을 동영상 전체에 씁니다.',
  'join-output': '동영상. 이어 붙일 것과 같은 .mp4 또는 .webm',
  'join-audio': '다른 소리를 처음부터 그대로 복사합니다. MP4는 AAC, MP3, Opus, FLAC, WebM은 Opus',
  'join-force': '이미 있는 동영상을 덮어씁니다',
};
