// scene, camera, renderer and timer (new Timer()): your own
import { loadMotion, MotionPlayer } from '@odori/runtime';
import { bindVrm, scaleVrm } from '@odori/vrm';
import { VRMLoaderPlugin } from '@pixiv/three-vrm';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const loader = new GLTFLoader().register(
  (parser) => new VRMLoaderPlugin(parser),
);
const { vrm } = (await loader.loadAsync('dancer.vrm')).userData;
const avatar = bindVrm(vrm);
scaleVrm(vrm, 1 / avatar.pose.unit); // as large as an MMD model
if (vrm.meta.metaVersion === '0') vrm.scene.rotation.y = Math.PI; // VRM 0.x faces away
scene.add(vrm.scene);
const player = new MotionPlayer({ loop: true });
player.add(avatar, await loadMotion('dance.vmd'));
await player.play();
renderer.setAnimationLoop((time) => {
  player.update(timer.update(time).getDelta()); // springs, too: no vrm.update
  renderer.render(scene, camera);
});
