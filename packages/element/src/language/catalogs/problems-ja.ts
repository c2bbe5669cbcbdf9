import files from '@odori/runtime/internal/file-problems/ja';
import type { TellProblem } from '../problems.js';
import { createTeller } from '../tell-problem.js';

const tell: TellProblem = createTeller({
  language: 'ja',
  problems: {
    'no-webgl': 'このブラウザではダンスを表示できません。WebGL 2が使えないためです。',
    'graphics-lost':
      'ブラウザがWebGLをリセットしました。画像が戻らないときは、ページを再読み込みしてください。',
    'no-physics': '物理演算を読み込めませんでした。髪と服はキーフレームだけで動きます。',
    'no-idle-life': '待機中の動きを読み込めませんでした。呼吸もまばたきもしません。',
    'no-automatic-camera': '自動カメラを読み込めませんでした。モデル全体を映します。',
    'no-effects': 'エフェクトのコードを読み込めません。エフェクトなしで表示します。',
    'no-fit': 'ダンスを曲に合わせるコードを読み込めませんでした。モーションはそのまま再生されます。',
    'song-no-beat':
      'この曲にはビートが見つかりませんでした。モーションはそのまま再生されます。別の曲を試してください。',
    'song-unheard':
      'ページがこの曲を読み取れないか、曲が10分を超えています。モーションはそのまま再生されます。',
    'unknown-effect':
      'effects="{text}": 「{word}」というエフェクトはありません。bloomかdofを、両方なら空白で区切って指定してください。',
    'no-xr': 'VRとAR用のコードを読み込めませんでした。',
    'xr-unavailable': 'この端末では今、{name}を使えません。',
    'xr-refused': 'ブラウザが{name}を許可しませんでした。',
    'xr-failed': '{name}を開始できませんでした。（{reason}）',
    'still-ik':
      'MMDと同じく、IKが脚を固定しています。このモーションは脚のボーンを動かしますが、{bones}は動かしません。モーションキャプチャによくある形です。ik="off"にすると、脚は自分のキーフレームどおりに動きます。',
    'bad-position': 'position="{value}"は3つの数値ではありません。例: "-4 0 0"',
    'bad-turn': 'turn="{value}"は角度の数値ではありません。例: "15"',
    'one-motion':
      '<{tag}>が再生できるモーションは1つです。{motion}を再生します。1つのモーションの複数のファイルは「|」でつないでください。',
    'too-many-children': 'プレーヤーに表示できる子要素は{most}個までです。<{tag}>は表示されません。',
    'no-touch': 'ダンサーどうしの剛体は接触しません。（{reason}）',
    'song-unplayable': 'ブラウザがこの曲を読み込めないか、再生できません。{detail}',
    'song-broke': '曲が途中で止まりました。{detail}ダンスは曲なしで続きます。',
    'motion-truncated': 'ファイルが途中で切れています。切れる前までのキーフレームを再生します。',
    'missing-textures': '{count}個のテクスチャを読み込めませんでした: {names}',
    'missing-parts': 'プロジェクトの一部を読み込めませんでした: {names}',
    'no-project': 'この中にプロジェクト（.pmm）がありません。',
    'no-avatar': 'このファイルにVRMアバターはありません。',
  },
  load: {
    'request-failed':
      'リクエストに失敗しました。ネットワーク、CORS、Content-Security-Policyのいずれかが原因です。',
    'connection-broke': 'ファイルがすべて届く前に接続が切れました。もう一度読み込んでください。',
    'invalid-url': 'このURLは読み込めません。相対URLにはページが必要です。',
    'bad-status': 'サーバーがエラー{status}を返しました。',
    'not-a-file': 'サーバーがファイルの代わりにウェブページかエラーを返しました。URLを確認してください。',
    'not-a-model': 'モデル（PMX、PMD）ではありません。',
    'not-a-motion': 'モーション（VMD、VPD、BVMD）ではありません。',
    'not-an-accessory': 'アクセサリ（X、VAC）ではありません。',
    'no-keyframes': '最初のキーフレームの前でファイルが終わっています。',
    'none-found': '対応するファイルが見つかりません。',
    missing: 'このファイルは、渡されたファイルの中にも隣にもありません。',
  },
  files,
  frame: {
    named: '{file}: {text}',
    found: '中身は{found}です。',
    unpack: '先に展開してください。',
    checkUrl: 'URLを確認してください。',
    unknown: '読み込めませんでした。（{text}）',
  },
  unnamed: {
    'the file': 'ファイル',
    'the files': 'ファイル',
    'the song': '曲',
  },
});

export default tell;
