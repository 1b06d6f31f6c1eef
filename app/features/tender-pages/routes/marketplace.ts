import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/** The name that visitors guess for the list of open tenders. */
export const loader = ({ request }: LoaderFunctionArgs): Response =>
  redirect(`/tenders${new URL(request.url).search}`, 301)
