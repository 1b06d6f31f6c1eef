DROP INDEX `search_finds_search`;--> statement-breakpoint
CREATE INDEX `search_finds_search` ON `search_finds` (`search_id`,`told_at`);