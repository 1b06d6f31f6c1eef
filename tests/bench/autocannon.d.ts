declare module 'autocannon' {
  type Request = {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  type Options = {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    requests?: Request[]
  }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    '2xx': number
    '3xx': number
    '4xx': number
    '5xx': number
  }
  export default function autocannon(options: Options): Promise<Result>
}
