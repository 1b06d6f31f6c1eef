ALTER TABLE `bid_seals` ADD `text` text;--> statement-breakpoint
ALTER TABLE `bid_seals` ADD `occasion` text;