import { defineConfig, type Plugin } from 'vite';

/** The index of the demos is a demo itself; the address of the server shows it. */
function homePage(): Plugin {
  return {
    name: 'odori-home-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/') request.url = '/demos/home/';
        next();
      });
    },
  };
}

export default defineConfig({ appType: 'mpa', plugins: [homePage()], server: { host: '127.0.0.1' } });
