npx @odori/cli bake dance.vmd --avatar dancer.vrm -o dance.vrma
npx @odori/cli convert dance.vrma dance-again.vmd
npx @odori/cli convert dancer.pmx dance.vmd dance.glb --physics
