import type { Texts } from './texts.js';

export const ja: Texts = {
  description:
    'Odoriは、MikuMikuDanceのモーションをthree.jsで再生するライブラリです。モデル、モーション、カメラ、物理演算からプロジェクト全体まで、MMDと同じ動きで再現します。',
  nav: { start: 'はじめる', concepts: '基本の考え方', reference: 'リファレンス（英語）', demos: 'デモ' },
  sections: { start: 'はじめる', guides: 'ガイド', background: '資料', packages: 'パッケージ' },
  home: {
    tagline: 'MikuMikuDanceのモーションをthree.jsで',
    demo: 'オリジナルダンサーのダンス。カメラと曲つき',
    actions: [
      ['/start/tag', 'HTMLタグひとつで'],
      ['/start/three', 'three.js'],
      ['/start/react', 'React'],
    ],
    cards: [
      {
        link: '/how-near',
        title: 'MMDと同じ動き',
        text: 'ボーン、IK、カメラ、色、エッジ、影、物理演算をMikuMikuDance 9.31本体と比べました。数値は一つずつ、画像は1ピクセルずつ照合しています。',
      },
      {
        link: '/guide/music',
        title: '曲にぴったり',
        text: '時間の基準は曲です。ダンスも表情もカメラも、シークした後まで曲に合わせて動きます。ループ、クロスフェード、再生速度の変更にも対応しています。',
      },
      {
        link: '/guide/files',
        title: '配布ファイルをそのまま',
        text: 'URL、日本語ファイル名のzip、フォルダ、ドロップに対応。間違ったテクスチャのパスは補い、足りないものは一覧で知らせます。',
      },
      {
        link: '/guide/physics',
        title: '髪も衣装も揺れる',
        text: 'MMDの規則に従う剛体の物理演算をTypeScriptで書きました。Ammo.jsもWebAssemblyも要りません。',
      },
      {
        link: '/guide/projects',
        title: 'プロジェクトを丸ごと',
        text: 'PMMのモデル、アクセサリ、カメラ、照明、背景を、ひとつのシーンとして再現します。',
      },
      {
        link: '/guide/command-line',
        title: 'ブラウザなしでも',
        text: 'モーションのサンプリング、変換、ベイクが、Nodeでも、ワーカーでも、コマンドラインでもできます。',
      },
      {
        link: '/coming-from-mmd-loader',
        title: 'MMDLoaderの代わりに',
        text: '古いページもimportを書き換えれば動きます。呼び出しごとの置き換え先は、表にまとめてあります。',
      },
      {
        link: '/reference/',
        title: 'リファレンス（英語）',
        text: 'すべてのクラス、関数、型について、単位、コスト、エラー、例を載せています。',
      },
    ],
  },
  versions: {
    introduction:
      '大きさは、メインのエントリーポイントがexportするものすべてを、圧縮（minifyとgzip）した値です。一緒に入るOdoriのパッケージは含み、表の「必要なもの」と、必要になったときに初めて読み込むコードは含みません。',
    columns: ['パッケージ', 'バージョン', '大きさ', '必要なもの'],
  },
  liveDemo: { start: '再生する', alone: '別のページで開く' },
  footer:
    'OdoriのライセンスはMIT、オリジナルのダンサーとそのダンス、曲はCC0です。MikuMikuDanceは樋口優氏の作品で、本プロジェクトとは関係ありません。ほかの作者によるモデルやモーションは、それぞれの利用規約に従ってください。',
  copyCode: 'コードをコピー',
  permalink: (heading) => `「${heading}」へのリンク`,
  theme: {
    outline: { level: [2, 3], label: 'このページの内容' },
    docFooter: { prev: '前のページ', next: '次のページ' },
    lastUpdated: { text: '最終更新' },
    darkModeSwitchLabel: '外観',
    lightModeSwitchTitle: 'ライトモードに切り替える',
    darkModeSwitchTitle: 'ダークモードに切り替える',
    sidebarMenuLabel: 'メニュー',
    returnToTopLabel: 'ページの先頭へ',
    langMenuLabel: '言語を変更',
    skipToContentLabel: '本文へ移動',
    notFound: {
      title: 'ページが見つかりません',
      quote: 'アドレスが間違っているか、ページが移動したようです。',
      linkLabel: 'ホームへ移動',
      linkText: 'ホームへ戻る',
    },
  },
  search: {
    button: { buttonText: '検索', buttonAriaLabel: '検索' },
    modal: {
      displayDetails: '詳細を表示',
      resetButtonTitle: '検索語を消す',
      backButtonTitle: '検索を閉じる',
      noResultsText: '見つかりませんでした：',
      footer: {
        selectText: '開く',
        selectKeyAriaLabel: 'Enterキー',
        navigateText: '移動',
        navigateUpKeyAriaLabel: '上矢印キー',
        navigateDownKeyAriaLabel: '下矢印キー',
        closeText: '閉じる',
        closeKeyAriaLabel: 'Escキー',
      },
    },
  },
};
