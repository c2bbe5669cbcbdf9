import type { HelpTexts } from '../load-help.js';

export const HELP: HelpTexts = {
  force: 'OUTを上書きする',
  quiet: '警告と結果を表示しない',
  refuse: '指定した警告（not-finiteなど）があるファイルは失敗にする（コードはodori inspectで分かる）',
  allow: '指定した警告があっても読み込む。--allow truncatedは、途中で切れたファイルの残りを読み込む',
  'output-vmd': 'VMDファイル。「-」は標準出力（必須）',
  root: 'テクスチャを探すフォルダ（既定: モデルのフォルダの1つ上）',
  jobs: 'N個のスレッドで処理する（既定: 1）',
  browser: '使うブラウザ（既定: $CHROMIUM_PATH、システムのもの、Playwrightのもの）',
  strict: '警告が1つでもあれば終了コードを1にする。キーフレームの順序はMMD自身も乱すので除く',
  'force-all': '既にあるファイルを上書きする',
  merged:
    'ダンスと表情のような複数のモーションは1つにまとめます。同じボーンの同じフレームにキーフレームがあれば、後のファイルを使います。',
  odori: 'MikuMikuDanceのモーションなどをコマンドラインで扱うツール',
  'odori-inspect': 'モーション、ポーズ、モデル、プロジェクト、アバターの中身を表示する',
  'odori-lint': 'ファイルの問題を調べる。継続的インテグレーション向け',
  'odori-convert': 'VMD、JSON、BVMD、VPD、PMM、PMDを、VMD、JSON、BVMD、VPD、PMXに変換する',
  'odori-convert-glb': 'モデルとダンスを、glTFビューアーで見られる1つのファイルにする',
  'odori-sample': 'IK適用後のボーンの位置と回転。フォルダ全体もまとめて',
  'odori-bake': 'IKや物理演算を、普通のキーフレームに焼き込む',
  'odori-bake-vrma': 'VRMアバター用のダンス',
  'odori-retarget': '体型の違うモデルに合わせたダンス',
  'odori-fit': '別の曲に合わせたダンス',
  'odori-optimize': 'ウェブページ用にモデルを軽くする',
  'odori-view': 'カメラと曲も付けて、ブラウザで見る',
  'odori-render': 'ウィンドウなしで、動画、画像、並べた画像を作る',
  'odori-join': '何台かで分けてレンダリングしたものを、1本の動画につなぐ',
  'odori-help': 'オプションと例を表示する',
  'odori-version': 'バージョンを表示する',
  'odori-lang':
    'メッセージの言語: en、ja、zh-CN、zh-TW、ko（既定: システムの言語。LC_ALL、LC_MESSAGES、LANGで決まる）',
  'odori-streams':
    '「-」は標準入力または標準出力です。データは標準出力に、メッセージは標準エラー出力に出ます。引用符で囲んだワイルドカード（* ? **）は展開します。',
  'odori-codes':
    '終了コード: 0 成功。1 ファイルを読み書きできない、途中で切れている、または受け付けない。2 使い方の誤り。3 描画に使うブラウザがない。130 Ctrl-Cで中止。141 出力の読み手が先に終わった。',
  inspect: 'モーション、ポーズ、モデル、プロジェクト、アクセサリ、アバターの中身を表示する',
  'inspect-about':
    'VMD、VPD、PMM、BVMD、PMX、PMD、X、VAC、VRM、VRMA、そのほかのGLBアバター、JSONのモーションを読み込みます。形式はファイル名ではなく中身で決まります。「-」は標準入力です。引用符で囲んだワイルドカード（* ? **）は展開します。',
  'inspect-names':
    'ボーンとモーフの名前を並べる。モデルなら持っているもの、モーションなら動かすもの、アバターなら人型のボーンと表情',
  'inspect-json': 'ファイルごとに1項目の配列をJSONで出力する。--namesがあれば名前も入れる',
  'inspect-strict':
    'モデルのテクスチャがない、パスの書き方が違う、または警告があるときに、終了コードを1にする。キーフレームの順序はMMD自身も乱すので除く。問題だけを見るにはodori lint',
  'inspect-refuse': '指定した警告（not-finiteなど）があれば終了コードを1にする',
  'inspect-allow': '指定した警告では終了コードを1にしない。例: truncated（途中で切れたファイル）',
  'index-heading': 'フォルダ全体を、1ファイル1行の表にする:',
  'index-index':
    'FILEにフォルダも指定でき、下にあるファイルとzipの中も調べる。列はfile、bytes、hash（SHA-256）、kind、model、frames、seconds、bones、morphs、iks（名前）、cameraKeys、cuts、warnings。壊れたファイルではcode、message、section、offsetも入り、終了コードは1になる',
  'index-output': 'index.jsonlまたはindex.parquet（既定: 標準出力にJSON Lines）',
  'index-quiet': '壊れたファイルだけを表示する',
  lint: 'モーション、ポーズ、モデル、プロジェクト、アクセサリ、アバターの問題を調べる',
  'lint-about':
    '問題ごとに1行で、ファイル、コード、内容、場所を表示します。問題があれば終了コードが1になるので、継続的インテグレーションのジョブを止められます。調べるのはodori inspect --strictと同じで、壊れた箇所、警告（MMD自身も乱すキーフレームの順序を除く）、モデルのテクスチャの不足やパスの書き間違いです。コードの意味は「うまくいかないとき」のページにあります。',
  'lint-files':
    'FILEにはフォルダも指定でき、下にある対応形式のファイルを調べます。zipの中は調べません。「-」は標準入力です。引用符で囲んだワイルドカード（* ? **）は展開します。',
  'lint-allow': '指定したもの（odd-value、missing-textureなど）は問題にしない',
  convert: 'モーション、ポーズ、プロジェクト、モデルを変換する',
  'convert-about': 'INの種類は中身で決まります。OUTの拡張子か--formatで、何に変換するかが決まります。',
  'convert-motions':
    '.vmd、.json、.bvmd、または.vpd（--frameのフレームのポーズ）。ダンスとカメラの両方が入ったBVMDは、OUT.vmdとOUT-camera.vmdの2つになる。MMDは1つのファイルから両方を読み込めないため。--model cameraではカメラだけ',
  'convert-vrma':
    '同上。VRMアニメーションや、GLBの人型（Mixamo、Unityなど）のアニメーションは、足IKを使うMMDのダンスになる',
  'convert-pmm':
    'モデルごとに1つと、カメラ・照明・セルフ影で1つのモーションを、フォルダOUTに出力する。VMDに入らないモデルのパスと順序、外部親、カメラが追うボーン、アクセサリ、重力は、CSVファイルになる。--modelではモーション1つだけ',
  'convert-pmd-out': '.pmx',
  'convert-dance':
    '.glb。ボーン、モーフ、テクスチャが入り、どのglTFビューアーでも再生できる1つのファイル。テクスチャはモデルのフォルダとその隣から探し、PNGとJPEG以外は省く。モデルの作者が許可していることも表示する',
  'convert-several':
    '入力が複数のときは、OUTにフォルダを指定します。すべての入力を含むいちばん深いフォルダ（ワイルドカードでは、その前の部分）から下の構成を保ちます。引用符で囲んだワイルドカード（* ? **）は展開します。',
  'convert-output': 'ファイル、フォルダ、または「-」（標準出力）。省くと最後の引数がOUTになる',
  'convert-format': 'vmd、json、bvmd、vpd、pmx、glb。標準出力のときと、VMDをフォルダに変換するときは必須',
  'convert-motions-heading': 'モーション:',
  'convert-range': 'この範囲のフレームだけを残す（30フレームで1秒）。結果はフレーム0から始まる',
  'convert-mirror': '左右を反転する',
  'convert-offset': '開始をFフレーム遅らせる。負の数なら早める',
  'convert-frame': '.vpdにするフレーム。小数も使える。ポーズになるのはIKを適用する前のキーフレームの値',
  'convert-model':
    'モーションのモデル名を決める。PMMでは、日本語名、英語名、番号、または"camera"で選んだものだけを取り出し、OUTをファイルにできる',
  'convert-pmd':
    'ボーン名が入っていないバージョン1のPMMで使うモデル。PMDか、それから作ったPMX。複数のときは、オプションを繰り返すか、ワイルドカードを引用符で囲む',
  'convert-version': 'VMDのバージョン（既定: INと同じ。なければ2）',
  'convert-coordinates': 'MMDの左手系（既定）か、three.jsの右手系。どちらかはJSONに書かれる',
  'convert-group': 'キーフレームをファイルの順（既定）に並べるか、名前でまとめる',
  'convert-start': 'すべてのフレームにFを足す。JSONを読み込むときに引いて戻す',
  'convert-target': '複数のモデルを扱うソフトのための番号',
  'convert-json': 'PMMの表を、CSVではなく1つのJSONファイルにする',
  'json-heading': 'JSON:',
  'glb-heading': 'GLB:',
  'convert-physics': '髪と服を物理演算で動かし、その動きも書き出す',
  'convert-mtoon':
    'VRMのMToonに対応したビューアーでアニメ調に表示する。ほかのビューアーでは陰影のない色になる',
  sample: 'IK適用後のボーンの位置と回転',
  'sample-about':
    'OUTに{name}を入れると、モーションを1つずつ別のファイルに書き出します。{name}は拡張子を除いた名前で、すべてのモーションを含むフォルダから下のフォルダも付きます。長さはMMDの単位（約8 cm）です。物理演算はしません。',
  'sample-model': 'PMXまたはPMD（必須）',
  'sample-at': '秒（s）またはフレーム（f、30フレームで1秒、小数も可）で表した時間',
  'sample-every': '一定の間隔でポーズを取る。間隔は秒またはフレーム',
  'sample-range': '--everyの範囲（既定: 0から最後のキーフレームまで）',
  'sample-bones': '日本語名か英語名で選んだボーンだけ',
  'sample-joints': 'SMPLのジョイント24個、VRM 1.0の人型ボーン55本、またはすべてのボーン（既定）',
  'sample-space':
    'world: モデル空間での位置と回転（既定）。local: キーフレームと同じく、初期位置からの移動と、親に対する回転',
  'sample-coordinates': 'MMDの左手系（既定）か、three.jsの右手系',
  'sample-contacts': 'かかととつま先が床に着いているかも書き出す。--everyが必要。npyでは使えない',
  'sample-height': '着いている足が、初期位置からどれだけ高くてもよいか（MMDの単位）',
  'sample-speed': '着いている足が、どれだけ速く動いてもよいか（1秒あたりのMMDの単位）',
  'sample-output': 'ファイル、または{name}が入ったファイル名（既定: 標準出力）',
  'sample-format':
    'csv: 時間とボーンごとに1行（既定）。json: 時間ごとに1項目、モーフの値も入る。npy: 時間 × ボーン × 7、32ビット。npz: poses、seconds、bones、contacts。parquet: csvと同じ。指定しなければOUTの拡張子で決まる。--csvと--jsonは-fと同じ',
  'sample-many': 'OUTに{name}があるとき:',
  'sample-list': '1行に1つモーションの名前を書いたファイルを読み込む。「-」は標準入力',
  'sample-skip': '出力が既にあるモーションを飛ばし、前に止めたところから続ける',
  'sample-failures':
    '失敗したものを、code、section、offsetのあるJSON Linesで書き出すファイル（既定: 出力フォルダのfailures.jsonl）。失敗があれば終了コードは1',
  bake: 'IKや物理演算を、普通のキーフレームに焼き込む',
  'bake-vrma': 'VRMアバター用のダンス',
  'bake-about':
    'IKで動くボーン（足、髪、ネクタイ）に、許容誤差の中でできるだけ少ないキーフレームを打ち、IKをすべてオフにします。IKのないソフトでも同じ見た目になります。ほかのキーフレームは変えません。',
  'bake-physics-about':
    '--physicsでは、剛体で動くボーン（髪、スカート、ネクタイ）にキーフレームを打ちます。MMDと同じようにダンスを物理演算で動かすので、物理演算のないソフトでも同じ見た目になります。--ik bakeを付けなければ、足のIKはそのままです。',
  'bake-model': 'キーフレームを合わせるモデルのPMXまたはPMD（必須）',
  'bake-physics': '剛体で動くボーンにキーフレームを打ち、物理演算をオフにする',
  'bake-ik':
    'bake: IKを焼き込む（既定）。keep: モーションを再生するソフトに任せる（--physicsでの既定）。どちらもないソフトには--physics --ik bake',
  'bake-settle':
    '--physicsで、ダンスの前に髪が落ち着くまで待つ秒数（既定0.5、最大10。0ならMMDと同じ始まり方）',
  'bake-tolerance':
    'ボーンが、IKや物理演算で動かしたときの位置から、どれだけずれてもよいか（既定0.02 MMD単位。--physicsでは0.05、--ik bakeなら0.02）',
  'bake-angle':
    'ボーンが、IKや物理演算で動かしたときの回転から、何度ずれてもよいか（既定0.3。--physicsでは1、--ik bakeなら0.3）',
  'bake-append':
    '付与で動くボーンを、モーションを再生するソフトに任せる（keep、既定）か、これにもキーフレームを打つ（bake）',
  'bake-vrma-about':
    'OUTが.vrmaで終わるときは、足がMMDと同じ場所に着く、アバターのダンスのVRMアニメーションになります。ほかのアバターでも再生できますが、脚の長さの割合が違うと足が滑ります。',
  'bake-avatar':
    'ダンスを踊るアバター。VRM、または既知の名前のボーンがあるGLB。指定しなければ、身長1.6 mの標準のスケルトン',
  'bake-source': 'ダンスの元のモデルのPMXまたはPMD（既定: ミクの体型のスケルトン）',
  'bake-arm-angle': '--sourceがないとき、元のモデルの上腕が水平から何度下がっているか（既定29.7）',
  'bake-stance': '腰幅が違うアバターの足の置き方: planted（既定）、foot、pelvis',
  'bake-emotions': '眉や感情のモーフから、happyのような顔全体の表情をどれだけ出すか: 0（既定）から1',
  'bake-hips': '腰の位置がどれだけずれてもよいか（既定0.0005）',
  'bake-vrma-angle': 'ボーンの向きが何度ずれてもよいか（既定0.05）',
  retarget: '体型の違うモデルに合わせたダンス',
  'retarget-about':
    '手足の向きは保ち、足はモデルの脚の長さに合わせて、ダンスで着く場所に着きます。腰はセンターで、足は足IKで動かします。モーフと、人体に当たらないボーンのキーフレームはそのままです。',
  'retarget-to': 'ダンスを踊るモデルのPMXまたはPMD（必須）',
  'retarget-arm-angle': '--fromがないとき、元のモデルの上腕が水平から何度下がっているか（既定29.7）',
  'retarget-stance': '腰幅が違うときの足の置き方: planted（既定）、foot、pelvis',
  'retarget-tolerance': 'ボーンの位置がどれだけずれてもよいか（既定0.02 MMD単位）',
  'retarget-angle': 'ボーンの回転が何度ずれてもよいか（既定0.3）',
  fit: '別の曲に合わせたダンス',
  'fit-about':
    'ダンスと曲の拍を見つけ、曲の最初の小節から終わりまで、ダンスを曲の拍に合わせます。短いダンスは、フレーズの切れ目から繰り返します。WAVファイルはそのまま読み込み、ほかの形式の曲は、このコンピューターのChromium、Chrome、Edgeでデコードします。--offsetでは合わせずに、元の曲よりダンスが何秒遅く始まるかを標準出力に出します。',
  'fit-output': 'VMDファイル。「-」は標準出力（--offsetがなければ必須）',
  'fit-offset': '曲の何秒目からダンスが始まるかだけを調べる。値はodori viewと<odori-player>で使える',
  'fit-model': 'ダンスを踊るモデルのPMXまたはPMD（既定: 標準の体型。結果はほとんど変わらない）',
  'fit-speed':
    '元のダンスの何倍の速さまで遅く、または速くしてよいか（既定: 0.7,1.42）。収まらなければ、拍の数を半分か倍にする',
  'fit-mirror': '繰り返しの2回に1回を左右反転にする',
  'fit-once': '曲より短いダンスを繰り返さない',
  'fit-lips':
    'リップシンクは、ダンスと一緒に動かす（along、既定）、元の時間のまま（alone）、口を閉じる（none）',
  optimize: 'ウェブページ用にモデルを軽くする',
  'optimize-about':
    'INPUTはPMXモデルか、モデル、テクスチャなどが入ったフォルダまたはzip、OUTはフォルダまたはzipです。モデルはPMXのままで、見た目も変わりません。どの面も使っていない頂点と何も動かさないモーフを省き、テクスチャをWebPかKTX2にします。MMDはどちらも読み込めません。MMDでも使うなら--textures keepを付けてください。モデルを公開する前に、作者の利用規約を確認してください。改変したファイルの公開を認めていないモデルは多くあります。',
  'optimize-morphs':
    'モーフを省くのは、値がいくつでも何も変わらず、グループにも表示枠にも入っておらず、同じ名前のモーフがほかにないときだけです。トゥーンは完全に同じままです。GIFとDDSのファイル、大きくなるファイルはそのままです。',
  'optimize-output': 'フォルダ、または.zipで終わるファイル（必須）',
  'optimize-textures':
    'webp（既定）。ktx2: グラフィックボードのメモリが4分の1になるが、ファイルは大きくなることが多い。keep: すべてのテクスチャをそのままにする',
  'optimize-max-size': 'テクスチャの幅と高さの上限（ピクセル）。大きいものは縮める（既定: なし）',
  'optimize-keep': 'このモーションに名前があるモーフを残す。何度でも指定できる',
  'optimize-json': '結果をJSONで表示する',
  'optimize-force': 'OUTのファイルを上書きする。INPUTのファイルは上書きしない',
  'optimize-quiet': '警告を表示しない',
  view: 'モデルを、モーション、カメラ、曲と一緒にブラウザで見る',
  'view-about':
    'このコンピューターのサーバーが、プレーヤーとファイルをブラウザに渡します。アップロードはしません。ファイルの役割は中身で決まるので、順番は自由です。モデル（PMX、PMD）、ダンス（VMD、BVMD）、ポーズ（VPD）、カメラ、曲、ステージ（PMX、X）、プロジェクト（PMM）を指定できます。フォルダとzipは中のファイルを使います。1人のダンサーにダンスが複数あればメニューになります。ダンサーが複数いれば横に並び、それぞれ自分用のモーションで踊ります。表情だけのモーションはダンスに重なります。ファイルを変えたら、ページを再読み込みしてください。Ctrl-Cでサーバーが終了します。',
  'view-port': 'サーバーのポート（既定: 空いているもの）',
  'view-no-open': 'アドレスを表示するだけで、ブラウザを開かない',
  'view-stage': '地面',
  'view-camera': 'カメラファイルの代わりに、ダンサーを自動で追うカメラ',
  'view-camera-fit':
    'カメラファイルをダンサーの身長に合わせるか、そのままにする（既定: 目の高さが合わないときに合わせる）',
  'view-look':
    'shadedとplain: MMDの見た目で、セルフ影ありとなし（既定: カメラのモーションに従う）。scene: three.jsのほかの物と同じように、ステージの光で照らす',
  'view-physics': 'offでは髪と服がキーフレームどおりに動く（既定: on）',
  'view-offset': 'ダンスを曲より何秒遅く始めるか。0未満なら早くなる（既定: 0）',
  'view-loop': '最後まで行ったら最初に戻る',
  render: 'ウィンドウなしで、動画と画像を作る',
  'render-about':
    'このコンピューターのChromium、Chrome、Edgeを使い、odori viewと同じページを1フレームずつ描画します。どれだけ時間がかかってもフレームは抜けず、同じコンピューターなら同じファイルから同じバイト列ができます。モデル、ダンス、カメラ、曲、ステージ、プロジェクト、フォルダ、zipの指定はodori viewと同じです。何を作るかは出力の名前で決まります。',
  'render-film': '曲付きの動画。H.264とAACまたはOpus、VP9とOpus',
  'render-still': '1枚の画像。.webpと.jpg、ブラウザによっては.avifも',
  'render-frames': '00000から始まる、1フレーム1枚の画像',
  'render-sheet': 'ダンスを等分した画像を1枚に並べる',
  'render-at': '画像にする時間。例: 20s、600f（既定: 0s）',
  'render-range': '一部だけ。例: 20s,30s（既定: 全体）',
  'render-size': 'ピクセル（既定: 1280x720。並べるときは1枚あたり320x180）',
  'render-fps': '1秒あたりのフレーム数（既定: 30）',
  'render-background': '背景のCSSの色。画像とWebMではtransparentも（既定: #fff）',
  'render-alpha': '透明なWebM。--background transparentと同じ',
  'render-quality': 'very-low、low、medium、high、very-high（既定: .mp4ではvery-high、ほかはhigh）',
  'render-camera': 'ダンサーを自動で追うカメラ、またはカメラモーションのファイル',
  'render-show': 'odori viewと同じ。透明な画像には、--stageで指定しない限り床がない',
  'render-shards': '動画や連番画像を、N個に分けたうちのI番目。動画はodori joinでつなげる',
  'render-json': 'プログラム用の進み具合。標準出力に1行1個のJSONオブジェクト',
  'render-card':
    'どのグラフィックボードで描画しているかは標準エラー出力に出ます。終了コード3: ブラウザがありません。',
  join: 'odori render --shardsで分けて作ったものを、1本の動画につなぐ',
  'join-about':
    'エンコード済みの映像をそのままコピーするので、劣化せず、数秒で終わります。順番はファイル自身が知っています。音声は、最初の1つに入っているものを動画全体に使います。',
  'join-output': '動画。つなぐファイルと同じ.mp4か.webm',
  'join-audio': '別の音声を先頭から、そのままコピーする。MP4ではAAC、MP3、Opus、FLAC、WebMではOpus',
  'join-force': '既にある動画を上書きする',
};
