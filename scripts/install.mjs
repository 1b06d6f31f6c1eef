// The install step alone, as the container's build runs it.
import { ensureInstalled } from './steps/install.mjs'
import { checkNode } from './steps/process.mjs'

checkNode()
await ensureInstalled()
