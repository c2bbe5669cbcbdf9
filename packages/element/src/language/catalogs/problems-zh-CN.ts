import files from '@odori/runtime/internal/file-problems/zh-CN';
import type { TellProblem } from '../problems.js';
import { createTeller } from '../tell-problem.js';

const tell: TellProblem = createTeller({
  language: 'zh-CN',
  problems: {
    'no-webgl': '这个浏览器无法显示舞蹈：WebGL 2 不可用。',
    'graphics-lost': '浏览器重置了 WebGL。如果画面没有恢复，请刷新网页。',
    'no-physics': '物理演算加载失败：头发和衣服只按关键帧运动。',
    'no-idle-life': '待机动作加载失败：她不会自己呼吸和眨眼。',
    'no-automatic-camera': '自动镜头加载失败：画面会显示整个模型。',
    'no-effects': '特效的代码加载失败，画面没有特效。',
    'no-fit': '无法加载让舞蹈跟上歌曲的代码，动作将原样播放。',
    'song-no-beat': '没有在歌曲中找到节拍，动作将原样播放。请换一首歌曲试试。',
    'song-unheard': '网页无法读取这首歌曲，或歌曲超过 10 分钟，动作将原样播放。',
    'unknown-effect': 'effects="{text}"：没有叫“{word}”的特效。请填写 bloom 或 dof，两个都要时用空格隔开。',
    'no-xr': 'VR 和 AR 的代码加载失败。',
    'xr-unavailable': '这台设备现在不能使用 {name}。',
    'xr-refused': '浏览器不允许使用 {name}。',
    'xr-failed': '{name} 启动失败：{reason}',
    'still-ik':
      '和在 MMD 里一样，腿由 IK 控制。这个动作会动腿部骨骼，却不动 {bones}，动作捕捉的数据常常如此。设置 ik="off" 后，腿会按自己的关键帧运动。',
    'bad-position': 'position="{value}" 不是三个数字，例如 "-4 0 0"',
    'bad-turn': 'turn="{value}" 不是角度数字，例如 "15"',
    'one-motion': '<{tag}> 只能播放一个动作，现在播放 {motion}。同一个动作的多个文件请用“|”连接。',
    'too-many-children': '一个播放器最多显示 {most} 个子元素：<{tag}> 不会显示',
    'no-touch': '几位舞者的刚体不会互相碰撞：{reason}',
    'song-unplayable': '浏览器无法加载或播放这首歌曲{detail}',
    'song-broke': '歌曲中断了{detail}，舞蹈会继续',
    'motion-truncated': '文件提前结束，只播放结束前的关键帧',
    'missing-textures': '{count} 张贴图加载失败：{names}',
    'missing-parts': '工程里有内容加载失败：{names}',
    'no-project': '里面没有工程文件（.pmm）',
    'no-avatar': '这个文件里没有 VRM 虚拟形象',
  },
  load: {
    'request-failed': '请求失败：可能是网络错误、CORS 或 Content-Security-Policy。',
    'connection-broke': '文件还没传完，连接就断了，请重新加载。',
    'invalid-url': '无法请求这个 URL：相对 URL 需要网页。',
    'bad-status': '服务器返回了错误 {status}。',
    'not-a-file': '服务器返回的是网页或错误信息，不是文件。请检查 URL。',
    'not-a-model': '这不是模型（PMX、PMD）。',
    'not-a-motion': '这不是动作（VMD、VPD、BVMD）。',
    'not-an-accessory': '这不是附件（X、VAC）。',
    'no-keyframes': '文件在第一个关键帧之前就结束了。',
    'none-found': '没有找到可用的文件。',
    missing: '给出的文件里没有这个文件，旁边也没有。',
  },
  files,
  frame: {
    named: '{file}：{text}',
    found: '它的内容是 {found}。',
    unpack: '请先解压。',
    checkUrl: '请检查 URL。',
    unknown: '加载失败（{text}）',
  },
  unnamed: {
    'the file': '文件',
    'the files': '文件',
    'the song': '歌曲',
  },
});

export default tell;
