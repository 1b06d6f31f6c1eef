PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_unsent_forms` (
	`session_hash` text NOT NULL,
	`path` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`content` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`session_hash`, `path`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_unsent_forms`("session_hash", "path", "user_id", "token_hash", "content", "expires_at") SELECT "session_hash", '', "user_id", "token_hash", "content", "expires_at" FROM `unsent_forms`;--> statement-breakpoint
DROP TABLE `unsent_forms`;--> statement-breakpoint
ALTER TABLE `__new_unsent_forms` RENAME TO `unsent_forms`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `unsent_forms_token` ON `unsent_forms` (`token_hash`);--> statement-breakpoint
CREATE INDEX `unsent_forms_user` ON `unsent_forms` (`user_id`);--> statement-breakpoint
CREATE INDEX `unsent_forms_expiry` ON `unsent_forms` (`expires_at`);