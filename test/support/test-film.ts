import { record } from '#src/element/record/record.js';

/** A film of one colour per picture, as CSS writes them. */
export async function colorFilm(colors: readonly string[], fps: number, size = 64): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  let shown = -1;
  return record(
    {
      canvas,
      duration: colors.length / fps,
      song: undefined,
      resize: (width, height) => void Object.assign(canvas, { width, height }),
      seek: () => {},
      step: () => {
        context.fillStyle = colors[++shown];
        context.fillRect(0, 0, canvas.width, canvas.height);
      },
    },
    { width: size, height: size, fps },
  );
}
