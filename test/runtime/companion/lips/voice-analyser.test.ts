import { expect, test } from 'vitest';
import { listenTo } from '#src/runtime/companion/lips/voice-analyser.js';

/** A node of an audio graph that knows what it is connected to. */
class Node {
  readonly outputs: Node[] = [];

  connect(node: Node): Node {
    this.outputs.push(node);
    return node;
  }
}

/** The parts of an `AudioContext` that the helper uses. */
class Context {
  readonly destination = new Node();
  readonly sources = { media: new Node(), microphone: new Node() };

  createAnalyser = (): Node => new Node();
  createMediaElementSource = (): Node => this.sources.media;
  createMediaStreamSource = (): Node => this.sources.microphone;
}

test('media are heard by the analyser and by the user', () => {
  const context = new Context();
  const analyser = listenTo({} as HTMLMediaElement, context as unknown as AudioContext);
  expect(context.sources.media.outputs).toEqual([analyser]);
  expect((analyser as unknown as Node).outputs).toEqual([context.destination]);
});

test('a microphone is heard by the analyser alone', () => {
  const context = new Context();
  const stream = { getTracks: () => [] } as unknown as MediaStream;
  const analyser = listenTo(stream, context as unknown as AudioContext);
  expect(context.sources.microphone.outputs).toEqual([analyser]);
  expect((analyser as unknown as Node).outputs).toEqual([]);
});
