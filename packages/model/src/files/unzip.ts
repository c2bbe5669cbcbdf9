/** Of fflate only this; a module of its own, so that it is loaded when the first zip is opened, and nothing else of it. */
export { unzipSync } from 'fflate';
