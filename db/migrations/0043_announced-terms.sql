ALTER TABLE `projects` ADD `addendum_days` integer DEFAULT 6 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `may_close_early` integer DEFAULT false NOT NULL;