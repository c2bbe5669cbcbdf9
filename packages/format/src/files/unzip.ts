/**
 * The only part of fflate that is used. It is a module of its own so that it is loaded with the first zip,
 * and alone.
 */
export { unzipSync } from 'fflate';
