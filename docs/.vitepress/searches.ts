import type { Searches } from './check-search.js';

const ENGLISH: Searches = [
  ['stage', 'guide/stages'],
  ['performance', 'guide/performance'],
  ['slow', 'guide/performance'],
  ['background of my website', 'guide/recipes#the-background-of-a-website'],
  ['mascot', 'guide/recipes#a-mascot-in-the-corner'],
  ['two dancers', 'guide/dancers'],
  ['group dance', 'guide/recipes#a-group-dance'],
  ['offset song', 'guide/recipes#a-song-that-begins-later'],
  ['safari', 'guide/browsers'],
  ['iphone', 'guide/browsers'],
  ['can I use this model', 'guide/terms'],
  ['commercial use', 'guide/terms'],
  ['glb blender', 'guide/recipes#a-glb-for-blender'],
  ['record video', 'guide/films'],
  ['practice', 'guide/recipes#a-practice-video'],
  ['mirror', 'guide/recipes#a-practice-video'],
  ['change color', 'guide/looks'],
  ['lip sync', 'guide/companions'],
  ['many players', 'guide/recipes#many-players-on-one-page'],
  ['transparent background', 'guide/recipes#the-background-of-a-website'],
  ['textures missing', 'guide/troubleshooting'],
  ['no sound', 'guide/troubleshooting'],
  ['cors', 'guide/files'],
  ['react', 'start/react'],
];

const JAPANESE: Searches = [
  ['ステージ', 'guide/stages'],
  ['パフォーマンス', 'guide/performance'],
  ['重い', 'guide/performance'],
  ['ウェブサイトの背景', 'guide/recipes#the-background-of-a-website'],
  ['マスコット', 'guide/recipes#a-mascot-in-the-corner'],
  ['複数のダンサー', 'guide/dancers'],
  ['曲のずれ', 'guide/music'],
  ['Safari', 'guide/browsers'],
  ['ｉＰｈｏｎｅ', 'guide/browsers'],
  ['利用規約', 'guide/terms'],
  ['商用利用', 'guide/terms'],
  ['Blender', 'guide/recipes#a-glb-for-blender'],
  ['動画 書き出し', 'guide/films'],
  ['振り付けの練習', 'guide/recipes#a-practice-video'],
  ['リップシンク', 'guide/companions'],
  ['テクスチャがない', 'guide/troubleshooting'],
  ['音が出ない', 'guide/troubleshooting'],
  ['カメラモーション', 'guide/camera'],
  ['物理演算', 'guide/physics'],
  ['剛体', 'guide/physics'],
  ['外部親', 'concepts'],
  ['文字化け', 'guide/troubleshooting'],
];

const CHINESE: Searches = [
  ['舞台', 'guide/stages'],
  ['配件', 'guide/projects'],
  ['循环播放', 'guide/blending'],
  ['动作过渡', 'guide/blending'],
  ['物理', 'guide/physics'],
  ['头发穿模', 'guide/physics'],
  ['镜头', 'guide/camera'],
  ['导出视频', 'guide/films'],
  ['服务器渲染', 'guide/films'],
  ['手机', 'guide/browsers'],
  ['卡顿', 'guide/performance'],
  ['性能优化', 'guide/performance'],
  ['对口型', 'guide/companions'],
  ['看板娘', 'guide/recipes#a-mascot-in-the-corner'],
  ['网页背景', 'guide/recipes#the-background-of-a-website'],
  ['多人舞蹈', 'guide/dancers'],
  ['音乐不同步', 'guide/music'],
  ['没有声音', 'guide/troubleshooting'],
  ['贴图丢失', 'guide/troubleshooting'],
  ['乱码', 'guide/troubleshooting'],
  ['商用', 'guide/terms'],
  ['借物表', 'guide/terms'],
  ['转换格式', 'guide/command-line'],
  ['VRM', 'guide/vrm'],
  ['React', 'start/react'],
  ['跨域', 'guide/files'],
];

/**
 * What people who are new here type into the search of the site, and the page or section that answers it: one
 * of the first two results must lead there. By the key of the language. Written down before the search was
 * tuned.
 */
export const SEARCHES: Readonly<Record<string, Searches>> = { root: ENGLISH, ja: JAPANESE, zh: CHINESE };
