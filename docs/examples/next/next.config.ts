import type { NextConfig } from 'next';

const config: NextConfig = {
  // output: 'export', // `npm run build` then writes a static site to out/, for any web server
};

export default config;
