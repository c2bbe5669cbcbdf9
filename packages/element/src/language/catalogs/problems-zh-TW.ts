import files from '@odori/runtime/internal/file-problems/zh-TW';
import type { TellProblem } from '../problems.js';
import { createTeller } from '../tell-problem.js';

const tell: TellProblem = createTeller({
  language: 'zh-TW',
  problems: {
    'no-webgl': '這個瀏覽器無法顯示舞蹈：WebGL 2 無法使用。',
    'graphics-lost': '瀏覽器重設了 WebGL。如果畫面沒有恢復，請重新整理網頁。',
    'no-physics': '無法載入物理運算：頭髮和衣服只會依關鍵影格動作。',
    'no-idle-life': '無法載入待機動作：她不會自己呼吸和眨眼。',
    'no-automatic-camera': '無法載入自動鏡頭：畫面會顯示整個模型。',
    'no-effects': '無法載入特效的程式碼，畫面不會有特效。',
    'no-fit': '無法載入讓舞蹈跟上歌曲的程式碼，動作將原樣播放。',
    'song-no-beat': '沒有在歌曲中找到節拍，動作將原樣播放。請換一首歌曲試試。',
    'song-unheard': '網頁無法讀取這首歌曲，或歌曲超過 10 分鐘，動作將原樣播放。',
    'unknown-effect':
      'effects="{text}"：沒有名為「{word}」的特效。請填入 bloom 或 dof，兩個都要時以空格分開。',
    'no-xr': '無法載入 VR 和 AR 的程式碼。',
    'xr-unavailable': '這部裝置目前無法使用 {name}。',
    'xr-refused': '瀏覽器不允許使用 {name}。',
    'xr-failed': '{name} 無法啟動：{reason}',
    'still-ik':
      '和在 MMD 裡一樣，腿由 IK 控制。這個動作會動腿部骨骼，卻不動 {bones}，動態捕捉的資料常常如此。設定 ik="off" 後，腿會依自己的關鍵影格動作。',
    'bad-position': 'position="{value}" 不是三個數字，例如 "-4 0 0"',
    'bad-turn': 'turn="{value}" 不是角度數字，例如 "15"',
    'one-motion': '<{tag}> 只能播放一個動作，目前播放 {motion}。同一個動作的多個檔案請用「|」連接。',
    'too-many-children': '一個播放器最多顯示 {most} 個子元素：<{tag}> 不會顯示',
    'no-touch': '多位舞者的剛體不會互相碰撞：{reason}',
    'song-unplayable': '瀏覽器無法載入或播放這首歌曲{detail}',
    'song-broke': '歌曲中斷了{detail}，舞蹈會繼續',
    'motion-truncated': '檔案不完整，只會播放中斷前的關鍵影格',
    'missing-textures': '有 {count} 張貼圖無法載入：{names}',
    'missing-parts': '專案裡有內容無法載入：{names}',
    'no-project': '裡面沒有專案檔（.pmm）',
    'no-avatar': '這個檔案裡沒有 VRM 虛擬人偶',
  },
  load: {
    'request-failed': '請求失敗：可能是網路錯誤、CORS 或 Content-Security-Policy。',
    'connection-broke': '檔案還沒傳完，連線就中斷了，請重新載入。',
    'invalid-url': '無法請求這個 URL：相對 URL 需要網頁。',
    'bad-status': '伺服器傳回了錯誤 {status}。',
    'not-a-file': '伺服器傳回的是網頁或錯誤訊息，不是檔案。請檢查 URL。',
    'not-a-model': '這不是模型（PMX、PMD）。',
    'not-a-motion': '這不是動作（VMD、VPD、BVMD）。',
    'not-an-accessory': '這不是配件（X、VAC）。',
    'no-keyframes': '檔案在第一個關鍵影格之前就結束了。',
    'none-found': '找不到可用的檔案。',
    missing: '提供的檔案裡沒有這個檔案，旁邊也沒有。',
  },
  files,
  frame: {
    named: '{file}：{text}',
    found: '它的內容是 {found}。',
    unpack: '請先解壓縮。',
    checkUrl: '請檢查 URL。',
    unknown: '無法載入（{text}）',
  },
  unnamed: {
    'the file': '檔案',
    'the files': '檔案',
    'the song': '歌曲',
  },
});

export default tell;
