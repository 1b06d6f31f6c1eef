import { AggregatorRegistry } from 'prom-client'
import { metrics } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { isProcessMessage, tellSupervisor } from './process-messages.server.ts'
import { role } from './process-role.server.ts'

type Answer = (text: string | null) => void
const waiting = singleton('all-metrics', () => new Map<number, Answer>())
const asked = singleton('asked-metrics', () => ({ count: 0 }))

/** Gives this process's metrics to the supervisor when it asks, and in the writer receives those of all. */
export function shareMetrics(): void {
  AggregatorRegistry.setRegistries([metrics])
  // Begins to listen for the supervisor's question.
  new AggregatorRegistry()
  process.on('message', (message: unknown) => {
    if (!isProcessMessage(message) || message.kind !== 'all-metrics') return
    waiting.get(message.id)?.(message.text)
    waiting.delete(message.id)
  })
}

/**
 * The metrics in Prometheus' text format, over all processes.
 * @throws Error when a process did not give its own within five seconds
 */
export async function metricsText(): Promise<string> {
  if (role === 'all') return metrics.metrics()
  asked.count += 1
  const id = asked.count
  const text = await new Promise<string | null>((answer) => {
    waiting.set(id, answer)
    tellSupervisor({ kind: 'metrics', id })
  })
  if (text === null) throw new Error('a process did not give its metrics')
  return text
}
