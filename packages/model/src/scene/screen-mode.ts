/**
 * What the screen of a project shows, that is, a surface of an accessory with the texture `screen.bmp`: nothing (0), the
 * computer's desktop (1, or 2 for 4:3), or the film of the background (3).
 */
export const CAPTURE_FILM = 3;
