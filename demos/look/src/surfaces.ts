import { CanvasTexture, MathUtils, RepeatWrapping, SRGBColorSpace } from 'three';

/** Planks in a texture, and pixels. */
const [PLANKS, SIZE] = [8, 1024];

/** Oak planks, side by side and shifted. The texture repeats. */
export function createPlanks(): CanvasTexture {
  const height = SIZE / PLANKS;
  return paint(SIZE, SIZE, (context) => {
    for (let row = 0; row < PLANKS; row++) {
      const shift = MathUtils.seededRandom(row + 1) * SIZE;
      for (const half of [0, 1]) {
        const left = shift + (half * SIZE) / 2;
        for (const x of [left, left - SIZE]) paintPlank(context, x, row * height, height, 2 * row + half);
      }
    }
  });
}

function paintPlank(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  height: number,
  seed: number,
): void {
  const width = SIZE / 2;
  const random = (i: number): number => MathUtils.seededRandom(1000 * (seed + 1) + i);
  const lightness = 44 + 9 * random(0);
  context.fillStyle = `hsl(${28 + 5 * random(1)} ${42 + 8 * random(2)}% ${lightness}%)`;
  context.fillRect(left, top, width, height);
  for (let i = 0; i < 46; i++) {
    const y = top + random(10 + i) * height;
    const sag = (random(100 + i) - 0.5) * 14;
    context.strokeStyle = `hsl(26 45% ${lightness - 16 + 12 * random(200 + i)}% / ${0.12 + 0.2 * random(300 + i)})`;
    context.lineWidth = 0.6 + 2 * random(400 + i);
    context.beginPath();
    context.moveTo(left, y);
    context.bezierCurveTo(left + width * 0.3, y + sag, left + width * 0.6, y - sag, left + width, y);
    context.save();
    context.clip(rectangle(left, top, width, height));
    context.stroke();
    context.restore();
  }
  context.strokeStyle = '#3a2415';
  context.lineWidth = 2;
  context.strokeRect(left, top, width, height);
}

function rectangle(left: number, top: number, width: number, height: number): Path2D {
  const path = new Path2D();
  path.rect(left, top, width, height);
  return path;
}

/** A round rug, seen from above: rings and dots around its middle. */
export function createRugPattern(): CanvasTexture {
  const middle = SIZE / 2;
  const rings = [
    [1, '#8c3b2e'],
    [0.95, '#d9c9a8'],
    [0.86, '#8c3b2e'],
    [0.84, '#d9c9a8'],
    [0.64, '#2f4858'],
    [0.6, '#d9c9a8'],
    [0.3, '#8c3b2e'],
    [0.28, '#d9c9a8'],
  ] as const;
  return paint(SIZE, SIZE, (context) => {
    const disc = (x: number, y: number, radius: number, color: string): void => {
      context.fillStyle = color;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    };
    for (const [radius, color] of rings) disc(middle, middle, radius * middle, color);
    for (let i = 0; i < 36; i++) {
      const angle = (i * Math.PI) / 18;
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((value) => middle * (1 + 0.74 * value));
      disc(x, y, 0.045 * middle, i % 2 ? '#8c3b2e' : '#2f4858');
    }
    for (let i = 0; i < 40_000; i++) {
      const [x, y] = [MathUtils.seededRandom(i + 1), MathUtils.seededRandom(-i - 2)];
      context.fillStyle = i % 2 ? 'rgb(0 0 0 / 0.1)' : 'rgb(255 255 255 / 0.1)';
      context.fillRect(x * SIZE, y * SIZE, 2, 2); // wool
    }
  });
}

/** Hills in the evening: what hangs on the wall. */
export function createPainting(): CanvasTexture {
  return paint(512, 384, (context) => {
    context.fillStyle = '#e3cfae';
    context.fillRect(0, 0, 512, 384);
    context.fillStyle = '#c8553d';
    context.beginPath();
    context.arc(330, 150, 62, 0, 2 * Math.PI);
    context.fill();
    ['#7f9a95', '#54757a', '#2f4858'].forEach((color, i) => {
      context.fillStyle = color;
      context.beginPath();
      context.moveTo(0, 384);
      for (let x = 0; x <= 512; x += 8) {
        context.lineTo(x, 200 + 50 * i + 26 * Math.sin(x / (70 + 22 * i) + 2 * i) + 8 * Math.sin(x / 31));
      }
      context.lineTo(512, 384);
      context.fill();
    });
  });
}

/** What lies outside the window, from the sky to the trees. */
export function createOutside(colors: readonly string[]): CanvasTexture {
  return paint(64, 256, (context) => {
    const gradient = context.createLinearGradient(0, 0, 0, 256);
    colors.forEach((color, i) => gradient.addColorStop(i / (colors.length - 1), color));
    context.fillStyle = gradient;
    context.fillRect(0, 0, 64, 256);
  });
}

function paint(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext('2d')!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}
