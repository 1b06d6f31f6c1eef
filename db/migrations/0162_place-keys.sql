DROP INDEX `saved_searches_filter`;--> statement-breakpoint
DROP INDEX `saved_searches_match`;--> statement-breakpoint
ALTER TABLE `saved_searches` ADD `place_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- SQLite folds only ASCII letters; whoever saved another place saves it again.
UPDATE saved_searches SET place_key = lower(trim(place));--> statement-breakpoint
DELETE FROM saved_searches WHERE rowid NOT IN (SELECT min(rowid) FROM saved_searches GROUP BY user_id, category, place_key);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_filter` ON `saved_searches` (`user_id`,`category`,`place_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_match` ON `saved_searches` (`category`,`place_key`);