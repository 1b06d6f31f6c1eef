// `npm run build` builds everything into build/ unless the build is up to date.
import { ensureBuilt, isBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root } from './steps/process.mjs'

checkNode()
process.chdir(root)
await ensureInstalled()
if (isBuilt()) console.log('✓ The build is up to date')
await ensureBuilt().catch((error) => fail('The build failed; its output is above.', error.message))
