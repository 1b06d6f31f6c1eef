import { Worker } from 'node:worker_threads'

/** A thread that runs a module of our own, in TypeScript as it is; the module finds `data` in `workerData`. */
export function startThread(module: URL, data?: unknown): Worker {
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(module.href)}) })`
  return new Worker(program, { eval: true, workerData: data })
}
