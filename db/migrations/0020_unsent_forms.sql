CREATE TABLE `unsent_forms` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`content` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `unsent_forms_token` ON `unsent_forms` (`token_hash`);--> statement-breakpoint
CREATE INDEX `unsent_forms_user` ON `unsent_forms` (`user_id`);--> statement-breakpoint
CREATE INDEX `unsent_forms_expiry` ON `unsent_forms` (`expires_at`);