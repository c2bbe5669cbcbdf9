import { mount } from 'svelte';
import App from './app.svelte';
import './style.css';

mount(App, { target: document.querySelector('#app')! });
