// `npm run build`: everything into build/, unless that is there already.
import { ensureBuilt, isBuilt } from './steps/build.mjs'
import { ensureInstalled } from './steps/install.mjs'
import { checkNode, fail, root } from './steps/process.mjs'

checkNode()
process.chdir(root)
await ensureInstalled()
if (isBuilt()) console.log('✓ The build is up to date')
await ensureBuilt().catch((error) => fail('The build failed; its output is above.', error.message))
