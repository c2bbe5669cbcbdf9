import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import HomeCards from './HomeCards.vue';
import HomeTop from './HomeTop.vue';
import Layout from './Layout.vue';
import LiveDemo from './LiveDemo.vue';
import './colors.css';
import './pages.css';

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('LiveDemo', LiveDemo).component('HomeTop', HomeTop).component('HomeCards', HomeCards);
  },
} satisfies Theme;
