import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './process.mjs'

/** Runs a program of `db`: its source where there is one, and the build in a container, which has nothing else. */
export async function runProgram(name) {
  const source = path.join(root, 'db', `${name}.ts`)
  const program = fs.existsSync(source) ? source : path.join(root, 'build', `${name}.js`)
  if (program === source) await import('tsx')
  process.argv[1] = program
  await import(pathToFileURL(program).href)
}
