import { Worker } from 'node:worker_threads'

/** Starts a thread that runs one of our TypeScript modules directly; the module reads `data` from `workerData`. */
export function startThread(module: URL, data?: unknown): Worker {
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(module.href)}) })`
  return new Worker(program, { eval: true, workerData: data })
}
