npx @odori/cli inspect dance.vmd
npx @odori/cli inspect dancer.pmx --names
npx @odori/cli inspect '*.vmd' --json
