/** Pixels. */
const [WIDTH, HEIGHT] = [1280, 720];
/** From the top to the horizon. */
const DUSK = ['#1b1f4b', '#5b3f7d', '#d0678a', '#f4b183'];
/** From the horizon to the bottom. */
const GROUND = ['#7d4a6c', '#5a3760', '#3d2852'];
/** Parts of the height. Between them, the sky fades into the ground, as a far horizon out of focus. */
const [SKY_END, GROUND_BEGIN] = [0.6, 0.66];
/** Lanterns out of focus. */
const LIGHTS = 46;

/** A sky at dusk with lanterns above a dark ground, as a PNG: the background of the example. */
export async function drawSky(): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  const sky = context.createLinearGradient(0, 0, 0, HEIGHT);
  DUSK.forEach((color, i) => sky.addColorStop((SKY_END * i) / (DUSK.length - 1), color));
  GROUND.forEach((color, i) =>
    sky.addColorStop(GROUND_BEGIN + ((1 - GROUND_BEGIN) * i) / (GROUND.length - 1), color),
  );
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let i = 0; i < LIGHTS; i++) drawLight(context, i);
  return canvas.convertToBlob();
}

/** The places look random, but are the same each time. */
function drawLight(context: OffscreenCanvasRenderingContext2D, index: number): void {
  const [x, y, size] = [0.618034, 0.754878, 0.56984].map((step) => (index * step) % 1);
  const [left, top, radius] = [x * WIDTH, HEIGHT * (0.06 + 0.56 * y), 10 + 26 * size];
  const glow = context.createRadialGradient(left, top, radius / 3, left, top, radius);
  glow.addColorStop(0, `rgb(255 214 150 / ${(0.18 + 0.3 * size).toFixed(2)})`);
  glow.addColorStop(1, 'rgb(255 170 110 / 0)');
  context.fillStyle = glow;
  context.fillRect(left - radius, top - radius, 2 * radius, 2 * radius);
}
