/** The last frame that MMD can keep in a project: two years of motion. */
export const FRAME_LIMIT = 0x7fffffff;
