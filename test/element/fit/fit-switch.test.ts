import { afterEach, expect, test, vi } from 'vitest';
import { FitSwitch } from '#src/element/fit/fit-switch.js';
import { songOf, stubDecoder } from '#test/element/media/stub-song.js';
import { stepper } from '#test/runtime/fit/stepper.js';

afterEach(() => void vi.unstubAllGlobals());

/** A switch without the attribute `fit`. */
function setUp() {
  stubDecoder(20);
  const messages = {
    clearProblems: () => {},
    endProgress: () => {},
    showProgress: () => {},
    showProblem: () => {},
  };
  const host = {
    element: { getAttribute: () => null } as unknown as Element,
    messages: messages as unknown as ConstructorParameters<typeof FitSwitch>[0]['messages'],
    song: songOf(20),
    ownMotions: [stepper(24)],
    showFitted: vi.fn<() => void>(),
  };
  return { host, fit: new FitSwitch(host) };
}

test.each([
  ['song', (host: ReturnType<typeof setUp>['host']) => (host.song = songOf(20))],
  ['dance', (host: ReturnType<typeof setUp>['host']) => (host.ownMotions = [stepper(24)])],
])('the offset of the last %s is none of the next one', async (_, change) => {
  const { host, fit } = setUp();
  const found = fit.findOffset();
  change(host);
  fit.update();
  await expect(found).rejects.toThrow('aborted');
  const first = fit.findOffset();
  const second = fit.findOffset();
  fit.update(); // nothing has changed
  await expect(first).rejects.toThrow('aborted');
  await second;
  expect(host.showFitted).not.toHaveBeenCalled();
});
