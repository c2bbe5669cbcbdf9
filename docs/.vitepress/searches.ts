/**
 * What people who are new here type into the search of the site, and the page or section that answers it: one
 * of the first two results must lead there. Written down before the search was tuned.
 */
export const SEARCHES: readonly (readonly [typed: string, address: string])[] = [
  ['stage', 'guide/stages'],
  ['performance', 'guide/performance'],
  ['slow', 'guide/performance'],
  ['background of my website', 'guide/recipes#the-background-of-a-website'],
  ['mascot', 'guide/recipes#a-mascot-in-the-corner'],
  ['two dancers', 'guide/dancers'],
  ['group dance', 'guide/recipes#a-group-dance'],
  ['offset song', 'guide/recipes#a-song-that-begins-later'],
  ['safari', 'guide/browsers'],
  ['iphone', 'guide/browsers'],
  ['can I use this model', 'guide/terms'],
  ['commercial use', 'guide/terms'],
  ['glb blender', 'guide/recipes#a-glb-for-blender'],
  ['record video', 'guide/films'],
  ['practice', 'guide/recipes#a-practice-video'],
  ['mirror', 'guide/recipes#a-practice-video'],
  ['change color', 'guide/looks'],
  ['lip sync', 'guide/companions'],
  ['many players', 'guide/recipes#many-players-on-one-page'],
  ['transparent background', 'guide/recipes#the-background-of-a-website'],
  ['textures missing', 'guide/troubleshooting'],
  ['no sound', 'guide/troubleshooting'],
  ['cors', 'guide/files'],
  ['react', 'start/react'],
];
