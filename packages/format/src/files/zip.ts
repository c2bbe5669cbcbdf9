/** The part of fflate that packs. It is a module of its own so that pages that only unpack do without it. */
export { zipSync } from 'fflate';
