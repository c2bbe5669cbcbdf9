import type { Texts } from './texts.js';

export const zh: Texts = {
  description:
    'Odori 在 three.js 上播放 MikuMikuDance 的动作：模型、动作、镜头、物理演算和完整工程，效果与 MMD 一致。',
  nav: { start: '开始', concepts: '基本概念', reference: 'API 参考（英文）', demos: '演示' },
  sections: { start: '开始', guides: '指南', background: '背景资料', packages: '软件包' },
  home: {
    tagline: '在 three.js 上播放 MikuMikuDance 动作',
    demo: '我们的舞者，附带舞蹈、镜头和歌曲',
    actions: [
      ['/start/tag', '一个 HTML 标签'],
      ['/start/three', 'three.js'],
      ['/start/react', 'React'],
    ],
    cards: [
      {
        link: '/how-near',
        title: '与 MMD 一致',
        text: '骨骼、IK、镜头、颜色、描边、阴影和物理演算都与 MikuMikuDance 9.31 本体做过对比：数值逐个核对，画面逐像素核对。',
      },
      {
        link: '/guide/music',
        title: '跟着歌曲走',
        text: '时间以歌曲为准；舞蹈、表情和镜头都跟随歌曲，跳转之后也一样。支持循环、交叉淡化和变速播放。',
      },
      {
        link: '/guide/files',
        title: '文件拿来就用',
        text: '支持 URL、带日文文件名的 zip、文件夹和拖放。错误的贴图路径会自动找到；缺少的文件会列出来。',
      },
      {
        link: '/guide/physics',
        title: '头发和衣服',
        text: '按 MMD 的规则计算刚体，用 TypeScript 写成：不需要 Ammo.js，也不需要 WebAssembly。',
      },
      {
        link: '/guide/projects',
        title: '完整工程',
        text: '把 PMM 中的模型、附件、镜头、照明和背景作为一个场景还原出来。',
      },
      {
        link: '/guide/command-line',
        title: '没有浏览器也行',
        text: '在 Node、worker 和命令行里采样、转换和烘焙动作。',
      },
      {
        link: '/coming-from-mmd-loader',
        title: '替代 MMDLoader',
        text: '旧页面改一下 import 就能运行。一张表说明每个调用该换成什么。',
      },
      {
        link: '/reference/',
        title: 'API 参考（英文）',
        text: '每个类、函数和类型，都写明单位、开销、错误，并附有示例。',
      },
    ],
  },
  versions: {
    introduction:
      '大小指主入口导出的全部内容，经过 minify 和 gzip 压缩。自动带上的 Odori 包计算在内，“需要”一栏里的不算，页面用到时才加载的代码也不算。',
    columns: ['包', '版本', '大小', '需要'],
  },
  liveDemo: { start: '播放', alone: '在单独的页面打开' },
  footer:
    'Odori 采用 MIT 许可证。我们的舞者、舞蹈和歌曲为 CC0。MikuMikuDance 由樋口优开发；本项目与其没有关联。其他作者的模型和动作各有自己的使用条款。',
  copyCode: '复制代码',
  permalink: (heading) => `“${heading}”的链接`,
  theme: {
    outline: { level: [2, 3], label: '本页内容' },
    docFooter: { prev: '上一页', next: '下一页' },
    lastUpdated: { text: '最后更新' },
    darkModeSwitchLabel: '外观',
    lightModeSwitchTitle: '切换到浅色模式',
    darkModeSwitchTitle: '切换到深色模式',
    sidebarMenuLabel: '菜单',
    returnToTopLabel: '回到顶部',
    langMenuLabel: '切换语言',
    skipToContentLabel: '跳到正文',
    notFound: {
      title: '找不到页面',
      quote: '地址可能有误，或者页面已经移动。',
      linkLabel: '前往首页',
      linkText: '返回首页',
    },
  },
  search: {
    button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
    modal: {
      displayDetails: '显示详情',
      resetButtonTitle: '清除搜索词',
      backButtonTitle: '关闭搜索',
      noResultsText: '没有找到：',
      footer: {
        selectText: '打开',
        selectKeyAriaLabel: 'Enter 键',
        navigateText: '移动',
        navigateUpKeyAriaLabel: '上箭头键',
        navigateDownKeyAriaLabel: '下箭头键',
        closeText: '关闭',
        closeKeyAriaLabel: 'Esc 键',
      },
    },
  },
};
