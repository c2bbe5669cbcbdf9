/**
 * How wide MMD draws an edge of size 1 and scale 1: as a share of the picture's height, however far away it is.
 *
 * Measured on pictures of MMD, distances 9 to 45, angles of view 30° to 40°: the share that agrees with most pixels is
 * 0.0014 to 0.0017 in all of them. That is a bit more than one pixel of a picture 740 high.
 */
export const EDGE_SHARE = 0.0016;
