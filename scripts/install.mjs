// Runs the install step alone, for the container's build.
import { ensureInstalled } from './steps/install.mjs'
import { checkNode } from './steps/process.mjs'

checkNode()
await ensureInstalled()
