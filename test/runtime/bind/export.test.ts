import { Matrix4, Quaternion, Vector3 } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { afterEach, expect, test, vi } from 'vitest';
import { bindObject } from '#src/runtime/bind/bind-object.js';
import { dancerRig, expectNear, ownMesh, setRandomPose } from './bind-fixtures.js';

/** The part of a browser that the exporter needs. */
class NodeFileReader {
  result: string | null = null;
  onloadend: (() => void) | null = null;

  async readAsDataURL(blob: Blob): Promise<void> {
    this.result = `data:;base64,${Buffer.from(await blob.arrayBuffer()).toString('base64')}`;
    this.onloadend?.();
  }
}

afterEach(() => void vi.unstubAllGlobals());

interface ExportedNode {
  readonly name?: string;
  readonly translation?: number[];
  readonly rotation?: number[];
}

test('GLTFExporter writes the solved pose', async () => {
  vi.stubGlobal('FileReader', NodeFileReader);
  const rig = dancerRig();
  const { root, mesh } = ownMesh(rig);
  const binding = bindObject(rig, mesh);
  setRandomPose(rig, 6);
  binding.update();
  const { nodes } = (await new GLTFExporter().parseAsync(root, { binary: false, trs: true })) as {
    nodes: ExportedNode[];
  };
  const { boneNames, parents } = rig.definition;
  const world = (bone: number): Matrix4 =>
    bone < 0 ? new Matrix4() : new Matrix4().fromArray(rig.worldMatrices, 16 * bone);
  boneNames.forEach((name, bone) => {
    const node = nodes.find((one) => one.name === name)!;
    const [position, rotation] = [new Vector3(), new Quaternion()];
    world(parents[bone]).invert().multiply(world(bone)).decompose(position, rotation, new Vector3());
    expectNear(node.translation ?? [0, 0, 0], position.toArray(), 1e-6);
    const exported = new Quaternion().fromArray(node.rotation ?? [0, 0, 0, 1]);
    expect(Math.abs(exported.dot(rotation)), name).toBeGreaterThan(1 - 1e-9);
  });
});
