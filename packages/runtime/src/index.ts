export * from './motion/index.js';
