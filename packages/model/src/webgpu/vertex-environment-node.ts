import { EnvironmentNode, type Node, type NodeBuilder } from 'three/webgpu';
import { varying } from 'three/tsl';

/**
 * three's node, with the light from all around read at the vertices: it changes so little between them that
 * no pixel reads it anew. Not for materials that are drawn from behind: three turns the normals of their
 * vertices.
 */
export class VertexEnvironmentNode extends EnvironmentNode {
  override setup(builder: NodeBuilder): ReturnType<EnvironmentNode['setup']> {
    const context = builder.context as { iblIrradiance: Sum };
    const sum = context.iblIrradiance;
    context.iblIrradiance = { addAssign: (light) => sum.addAssign(varying(light)) };
    const node = super.setup(builder);
    context.iblIrradiance = sum;
    return node;
  }
}

/** What three's node adds to. */
interface Sum {
  addAssign(light: Node<'vec3'>): void;
}
