import { MmdFormatError } from '@odori/format';
import { parseX, type X } from '@odori/format/x';
import { describe, expect, test } from 'vitest';
import { thrownBy } from '#test/support/thrown-by.js';
import { xText } from '#test/support/x-bytes.js';

/** A quad and a triangle, as Metasequoia and other exporters write them. */
const STAGE = `template Frame {
 <3D82AB46-62DA-11cf-AB39-0020AF71E433>
 [...]
}
Header { 1; 0; 1; }
Frame Stage { // ステージ
  FrameTransformMatrix {
    1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 5.0,6.0,7.0,1.0;;
  }
  Mesh 床 {
    5;
    0.0;0.0;0.0;,
    1.0;0.0;0.0;,
    1.0;1.0;0.0;,
    0.0;1.0;0.0;,
    2.0;0.5;-1.5;;
    2;
    4;0,1,2,3;,
    3;1,4,2;;
    MeshMaterialList {
      2; 2; 1,0;;
      Material { 1.0;0.5;0.25;0.75;; 5.0; 0.1;0.2;0.3;; 0.4;0.5;0.6;; TextureFilename { "tex\\ソ.bmp*a.sph"; } }
      Material mat2 { 1.0;1.0;1.0;1.0;; 0.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; }
    }
    MeshNormals {
      2;
      0.0;0.0;-1.0;,
      0.0;1.0;0.0;;
      2;
      4;0,0,0,0;,
      3;1,1,1;;
    }
    MeshTextureCoords { 5; 0.0;0.0;, 1.0;0.0;, 1.0;1.0;, 0.0;1.0;, 0.5;0.5;; }
    MeshVertexColors { 1; 4; 1.0;0.0;0.0;1.0;;; }
  }
}
`;

function parse(body: string): X {
  return parseX(xText(body));
}

/** A mesh of one triangle, with more objects in it. */
function triangle(inside = '', name = ''): string {
  return `Mesh ${name} { 3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;0,1,2;; ${inside} }`;
}

function codes({ warnings }: X): string[] {
  return warnings.map(({ code }) => code);
}

describe('a text file', () => {
  test('has its frames, meshes and materials in the order of the file', () => {
    const x = parseX(xText(STAGE), { strict: true });
    expect(x).toMatchObject({ format: 'x', version: '0302', encoding: 'text', floatBits: 32, warnings: [] });
    expect(x.frames).toEqual([
      {
        name: 'Stage',
        parent: -1,
        transform: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1),
      },
    ]);
    expect(x.meshes).toEqual([
      {
        name: '床',
        frame: 0,
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0.5, -1.5),
        faceStarts: Uint32Array.of(0, 4, 7),
        corners: Uint32Array.of(0, 1, 2, 3, 1, 4, 2),
        normals: {
          vectors: Float32Array.of(0, 0, -1, 0, 1, 0),
          corners: Uint32Array.of(0, 0, 0, 0, 1, 1, 1),
        },
        uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0.5),
        colors: { vertices: Uint32Array.of(4), values: Float32Array.of(1, 0, 0, 1) },
        materials: [0, 1],
        faceMaterials: Uint32Array.of(1, 0),
      },
    ]);
    const f = Math.fround;
    expect(x.materials).toEqual([
      {
        name: '',
        diffuse: [1, 0.5, 0.25, 0.75],
        power: 5,
        specular: [f(0.1), f(0.2), f(0.3)],
        emissive: [f(0.4), 0.5, f(0.6)],
        texture: 'tex\\ソ.bmp*a.sph',
      },
      {
        name: 'mat2',
        diffuse: [1, 1, 1, 1],
        power: 0,
        specular: [0, 0, 0],
        emissive: [0, 0, 0],
        texture: '',
      },
    ]);
    expect(x.ignored).toEqual(['Header']);
  });

  test('may separate its numbers by semicolons, commas or blanks', () => {
    const plain = parse(triangle('MeshTextureCoords { 3; 0;0;, 0;1;, 1;0;; }'));
    const odd = parse('Mesh{3 0,0,0 0,1,0 1;0;0 ;;; 1,3,0 1;2, MeshTextureCoords{3;;0 0,,0 1 1 0}}');
    expect(odd.meshes).toEqual(plain.meshes);
  });

  test('may have comments of both kinds anywhere', () => {
    const x = parse('# one { \nMesh { // two }\n3; 0;0;0;, # 9;\n0;1;0;, 1;0;0;; 1; 3;0,1,2;; }//');
    expect(x.meshes[0].positions).toEqual(Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0));
  });

  test('may end with NULs and the end mark of DOS', () => {
    expect(parse(`${triangle()}\0\0\u001a`).meshes.length).toBe(1);
  });

  test('may spell numbers as Microsoft does, which is reported', () => {
    const x = parse('Mesh { 2; 1.#QNAN0;-1.#IND00;1e2;, -1.#INF00;.5;+2;; 0; }');
    expect(x.meshes[0].positions).toEqual(Float32Array.of(NaN, NaN, 100, -Infinity, 0.5, 2));
    expect(codes(x)).toEqual(['not-finite']);
  });

  test('may be UTF-8', () => {
    const x = parseX(new TextEncoder().encode(`xof 0303txt 0064\n${triangle('', '舞台é')}`));
    expect(x.meshes[0].name).toBe('舞台é');
    expect(x).toMatchObject({ version: '0303', floatBits: 64 });
  });

  test('CP932 is decoded first: a name may hold the bytes of { and \\', () => {
    expect(parse(triangle('', 'ボソ')).meshes[0].name).toBe('ボソ'); // ボ is 83 7B, ソ is 83 5C
  });

  test('may have numbers as names, and GUIDs beside names', () => {
    const guid = '<3D82AB46-62DA-11cf-AB39-0020AF71E433>';
    const x = parse(`Frame 01 ${guid} { ${guid} ${triangle('', '2')} }`);
    expect([x.frames[0].name, x.meshes[0].name]).toEqual(['01', '2']);
  });
});

describe('the hierarchy', () => {
  test('frames nest, and a mesh knows its frame', () => {
    const x = parse(`Frame a { Frame b { ${triangle()} } ${triangle()} Frame c { } } ${triangle()}`);
    expect(x.frames.map(({ name, parent }) => [name, parent])).toEqual([
      ['a', -1],
      ['b', 0],
      ['c', 0],
    ]);
    expect(x.meshes.map(({ frame }) => frame)).toEqual([1, 0, -1]);
  });

  test('20,000 nested frames take no stack', () => {
    const depth = 20_000;
    const frame = 'Frame { // long lines of comments allow for many frames in the memory of a document\n';
    const { frames } = parse(`${frame.repeat(depth)}${'} '.repeat(depth)}`);
    expect(frames.at(-1)!.parent).toBe(depth - 2);
  });

  test('a small file cannot refer to a large mesh countless times', () => {
    const mesh = `Mesh m { 10000; ${'1;2;3;,'.repeat(10_000)}; 0; }`;
    expect(parse(mesh + '{m}'.repeat(5)).meshes.length).toBe(6);
    expect(thrownBy(() => parse(mesh + '{m}'.repeat(50)))).toMatchObject({ code: 'too-large' });
  });

  test('a frame may refer to a mesh that stands before it', () => {
    const x = parse(`${triangle('', 'Box')} Frame a { { Box } } Frame b { { None } }`);
    expect(x.meshes.map(({ name, frame }) => [name, frame])).toEqual([
      ['Box', -1],
      ['Box', 0],
    ]);
    expect(x.warnings).toMatchObject([
      { code: 'bad-index', message: 'Frame refers to the mesh "None", which is not before it' },
    ]);
  });
});

describe('materials', () => {
  const RED = 'Material red { 1;0;0;1;; 0; 0;0;0;; 0;0;0;; }';

  test('a mesh may refer to a material before or after it, which is there once', () => {
    const list = 'MeshMaterialList { 1; 1; 0; { red } }';
    const x = parse(`${triangle(list)} ${RED} ${triangle(list)}`);
    expect(x.materials.map(({ name }) => name)).toEqual(['red']);
    expect(x.meshes.map(({ materials }) => materials)).toEqual([[0], [0]]);
  });

  test('a reference to a missing material is −1, and reported with its line', () => {
    const x = parse(`\n${triangle('MeshMaterialList { 1; 1; 0; {blue} }')}`);
    expect(x.meshes[0].materials).toEqual([-1]);
    expect(x.warnings).toEqual([
      {
        code: 'bad-index',
        section: 'MeshMaterialList',
        count: 1,
        offset: 94,
        line: 3,
        column: 77,
        message: 'MeshMaterialList refers to the material "blue", which the file does not have',
      },
    ]);
  });

  test('the template of the texture is spelled in two ways', () => {
    for (const spelling of ['TextureFilename', 'TextureFileName']) {
      const x = parse(`Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; ${spelling} { "a.bmp"; } }`);
      expect(x.materials[0].texture).toBe('a.bmp');
    }
  });
});

describe('normals and texture coordinates in DeclData, as Direct3D writes them', () => {
  const HALF = 0x3f000000; // 0.5 in 32 bits
  const ONE = 0x3f800000; // 1
  const NORMAL = '2;0;3;0;';
  const UV = '1;0;5;0;';
  const vertex = [0, 0, ONE, HALF, ONE];

  test('are those of the vertices', () => {
    const words = [...vertex, ...vertex, ...vertex];
    const x = parse(triangle(`DeclData { 2; ${NORMAL}, ${UV}; 15; ${words.join(',')}; }`));
    expect([...x.meshes[0].normals!.vectors]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect([...x.meshes[0].normals!.corners]).toEqual([0, 1, 2]);
    expect(x.meshes[0].normals!.corners.buffer).not.toBe(x.meshes[0].corners.buffer); // either may be edited
    expect([...x.meshes[0].uvs!]).toEqual([0.5, 1, 0.5, 1, 0.5, 1]);
    expect([x.ignored, x.warnings]).toEqual([[], []]);
  });

  test('may stand after other elements, which are left out', () => {
    const words = [9, ...vertex, 9, ...vertex, 9, ...vertex];
    const x = parse(triangle(`DeclData { 3; 4;0;10;0;, ${NORMAL}, ${UV}; 18; ${words.join(',')}; }`));
    expect([...x.meshes[0].uvs!]).toEqual([0.5, 1, 0.5, 1, 0.5, 1]);
    expect(x.ignored).toEqual(['DeclData']);
  });

  test.each([
    ['if there are too few numbers', `1; ${UV}; 5; 0,0,0,0,0;`, 'count-mismatch'],
    ['if an element has an unknown type', `1; 99;0;5;0;; 3; 0,0,0;`, 'unknown-type'],
  ])('are left out and reported %s', (_, content, code) => {
    const x = parse(triangle(`DeclData { ${content} }`));
    expect(x.meshes[0].uvs).toBeUndefined();
    expect([codes(x), x.ignored]).toEqual([[code], ['DeclData']]);
  });
});

test('empty brackets of a texture are no texture', () => {
  const x = parse(`Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; TextureFilename { } } ${triangle()}`);
  expect(x.materials[0].texture).toBe('');
  expect(x.meshes.length).toBe(1);
});

describe('what is not read', () => {
  test('a reference in a mesh or a material is passed and reported, and the rest is read', () => {
    const x = parse(
      `TextureFilename t { "a.bmp"; } Material m { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; { t } } ${triangle('{ n } MeshMaterialList { 1; 1; 0; { m } }')}`,
    );
    expect(x.meshes[0].materials).toEqual([0]);
    expect(x.warnings.map(({ section, message }) => [section, message])).toEqual([
      ['Material', 'Material refers to "t", which is left out'],
      ['Mesh', 'Mesh refers to "n", which is left out'],
    ]);
  });

  test('is passed, with everything in it, and listed once', () => {
    const x = parse(
      `AnimationSet { Animation { {a} AnimationKey { 4; 1; 0; 16; 1,0;;; } } } AnimationSet { }
      ${triangle('XSkinMeshHeader { 1; 3; 1; } EffectInstance { "a } b"; }')}`,
    );
    expect(x.ignored).toEqual(['AnimationSet', 'XSkinMeshHeader', 'EffectInstance']);
    expect(x.meshes.length).toBe(1);
    expect(x.warnings).toEqual([]);
  });
});

describe('problems that do not stop parsing', () => {
  test.each([
    ['a face with a vertex that there is not', 'Mesh { 1; 0;0;0;; 1; 3;0,0,1;; }', 'bad-index'],
    ['normals of other faces', triangle('MeshNormals { 1; 0;0;1;; 1; 4;0,0,0,0;; }'), 'count-mismatch'],
    ['too few texture coordinates', triangle('MeshTextureCoords { 1; 0;0;; }'), 'count-mismatch'],
    ['fewer materials than declared', triangle('MeshMaterialList { 2; 0; }'), 'count-mismatch'],
    ['a material of a face that there is not', triangle('MeshMaterialList { 0; 1; 0; }'), 'bad-index'],
  ])('%s', (_, text, code) => {
    const x = parse(text);
    expect(x.meshes.length).toBe(1);
    expect(codes(x)).toEqual([code]);
    expect(thrownBy(() => parseX(xText(text), { strict: true }))).toMatchObject({ code });
  });

  test('normals of other faces are left out', () => {
    expect(parse(triangle('MeshNormals { 1; 0;0;1;; 1; 4;0,0,0,0;; }')).meshes[0].normals).toBeUndefined();
  });

  test('a file that ends inside its second mesh keeps the first', () => {
    const x = parse(`${triangle('', 'a')} Mesh b { 3; 0;0;0;, 0;`);
    expect(x.meshes.map(({ name }) => name)).toEqual(['a']);
    expect(x.warnings).toMatchObject([{ code: 'truncated', message: 'the file ends inside Mesh vertices' }]);
  });
});

describe('a file that cannot be read is refused, with line and column:', () => {
  test.each([
    ['', 'Mesh { 3; 0;0;0;, 0;1;0;', 'truncated', 2],
    ['a face of many corners', 'Mesh { 1; 0;0;0;; 1; 4000000000;0;', 'truncated', 2],
    ['many vertices', 'Mesh { 4000000000;\n0;0;0;; }', 'truncated', 3],
    ['a word for a number', 'Mesh { 1;\n0;x;0;; 0; }', 'bad-syntax', 3],
    ['a negative count', 'Mesh { -1; }', 'bad-syntax', 2],
    ['a fraction as an index', 'Mesh { 1; 0;0;0;; 1; 3;0,0,0.5;; }', 'bad-syntax', 2],
    ['a brace too many', '}\n', 'bad-syntax', 2],
    ['a number outside of all objects', '\n\n1', 'bad-syntax', 4],
    ['an open text', 'Material { 1;1;1;1;;0;0;0;0;;0;0;0;; TextureFilename { "a', 'truncated', 2],
    ['an open GUID', 'Frame <', 'truncated', 2],
  ])('%s', (_, body, code, line) => {
    const error = thrownBy(() => parse(body));
    expect(error).toBeInstanceOf(MmdFormatError);
    expect(error).toMatchObject({ code, line });
  });

  test('its message says what was found instead', () => {
    expect(thrownBy(() => parse('Mesh { 1; 0;red;')).message).toBe(
      '"red" where a number should be (at line 2, column 13)',
    );
  });

  test.each([
    ['PMX 0302txt 0032', 'bad-signature', 0],
    ['xof 0302txt ', 'truncated', 0],
    ['xof 0302com 0032', 'unknown-type', 8],
    ['xof 0302txt 0016', 'unknown-type', 12],
  ])('the header %s', (header, code, offset) => {
    expect(thrownBy(() => parseX(new TextEncoder().encode(header)))).toMatchObject({ code, offset });
  });
});

test('a document holds no view of the file', () => {
  const bytes = xText(STAGE);
  const x = parseX(bytes);
  const before = structuredClone(x);
  bytes.fill(0);
  expect(x).toEqual(before);
});
