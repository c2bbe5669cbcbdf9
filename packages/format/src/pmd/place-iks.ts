/** Which bone holds which IK, and the layers that keep them in order. */
export interface IkPlaces {
  /** Of all bones, then of the helpers. */
  readonly layers: number[];
  /** By IK: the bone that holds it; from `parents.length` on a helper. */
  readonly holders: number[];
  /** By helper: the IK bone that it stands for. */
  readonly helpers: number[];
}

/**
 * Finds layers by which a PMX solves the IKs of a PMD in the order of its list.
 *
 * A PMX has one IK a bone and solves by (layer, index); a PMD solves its list. So the layer goes up by one
 * wherever the list goes back to a bone of lower index: all IKs of a list that ascends are in layer 1, as in
 * MMD's own PMX models. A child's layer is not below its parent's. Where that would move an earlier IK after
 * a later one (the list has the child's IK first), or where a bone has a second IK, a helper holds it: a
 * child of the IK bone at its place, after all bones. `followers` (type 5) come after all IKs, unless they
 * carry an IK bone. O(bones + IKs).
 *
 * @param parents Sound: −1 or a bone, without circles.
 * @param targets By IK: its bone.
 * @example
 * placeIks([-1, -1, -1], [1, 2], [0]).layers; // → [2, 1, 1]
 * placeIks([-1, -1, -1], [2, 1], [0]).layers; // → [3, 2, 1]
 */
export function placeIks(
  parents: readonly number[],
  targets: readonly number[],
  followers: readonly number[],
): IkPlaces {
  const own = Array.from(parents, () => 0);
  // of the IKs at a bone and below it, the lowest layer; 0: there is none
  const lowest = Array.from(parents, () => 0);
  const holds = new Set<number>();
  const helpers: number[] = [];
  const helperLayers: number[] = [];
  let layer = 1;
  let last = -1;
  const holders = targets.map((bone) => {
    const next = bone > last ? layer : layer + 1;
    if (holds.has(bone) || (lowest[bone] !== 0 && lowest[bone] < next)) {
      last = parents.length + helpers.push(bone) - 1;
      helperLayers.push(layer);
      return last;
    }
    own[bone] = layer = next;
    holds.add(bone);
    for (let at = bone; at >= 0 && lowest[at] === 0; at = parents[at]) lowest[at] = layer;
    last = bone;
    return bone;
  });
  for (const bone of followers) if (lowest[bone] === 0) own[bone] = layer + 1;
  return { layers: [...inherited(parents, own), ...helperLayers], holders, helpers };
}

/** Every layer raised to the parent's. */
function inherited(parents: readonly number[], own: readonly number[]): number[] {
  const layers: number[] = Array.from(parents, () => -1);
  const waiting: number[] = [];
  parents.forEach((_, start) => {
    for (let bone = start; bone >= 0 && layers[bone] < 0; bone = parents[bone]) waiting.push(bone);
    while (waiting.length > 0) {
      const bone = waiting.pop()!;
      layers[bone] = Math.max(own[bone], parents[bone] < 0 ? 0 : layers[parents[bone]]);
    }
  });
  return layers;
}
