/** What processes tell the supervisor, and what it answers. */
export type ProcessMessage =
  /** It serves requests now; a renderer names its port. */
  | { kind: 'ready'; port: number | null }
  /** An upgrade request as a renderer received it, in base64, with its connection; for the writer. */
  | { kind: 'upgrade'; request: string }
  /** The same, as the writer gets it. */
  | { kind: 'connection'; id: number; request: string }
  /** The writer has the connection. */
  | { kind: 'taken'; id: number }
  /** The writer asks for the metrics of all processes. */
  | { kind: 'metrics'; id: number }
  /** The answer: null when a process did not give its own. */
  | { kind: 'all-metrics'; id: number; text: string | null }

/** Tells the supervisor something; only in a process that it has started. */
export function tellSupervisor(message: ProcessMessage): void {
  process.send?.(message)
}

/** Whether a message is one of ours: libraries send their own on the same channel. */
export function isProcessMessage(message: unknown): message is ProcessMessage {
  return typeof message === 'object' && message !== null && 'kind' in message
}
