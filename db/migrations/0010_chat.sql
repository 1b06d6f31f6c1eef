CREATE TABLE `chat_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`shortcuts` integer DEFAULT true NOT NULL,
	`link_previews` integer DEFAULT true NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	`last_read_seq` integer DEFAULT 0 NOT NULL,
	`last_delivered_seq` integer DEFAULT 0 NOT NULL,
	`last_read_at` integer,
	`marked_unread` integer DEFAULT false NOT NULL,
	`muted` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversation_members_user` ON `conversation_members` (`user_id`,`conversation_id`) WHERE "conversation_members"."left_at" is null;--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text,
	`description` text DEFAULT '' NOT NULL,
	`group_type` text,
	`privacy` text DEFAULT 'private' NOT NULL,
	`tags` text NOT NULL,
	`allow_invites` integer DEFAULT true NOT NULL,
	`moderate_messages` integer DEFAULT false NOT NULL,
	`allow_file_sharing` integer DEFAULT true NOT NULL,
	`allow_calls` integer DEFAULT true NOT NULL,
	`direct_key` text,
	`subject_type` text,
	`subject_id` text,
	`search_key` text NOT NULL,
	`created_by` text,
	`is_active` integer DEFAULT true NOT NULL,
	`member_count` integer DEFAULT 0 NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_rev` integer DEFAULT 0 NOT NULL,
	`last_message_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_direct` ON `conversations` (`direct_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_subject` ON `conversations` (`subject_type`,`subject_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_search_key` ON `conversations` (`search_key`);--> statement-breakpoint
CREATE INDEX `conversations_discover` ON `conversations` (`privacy`,`member_count`) WHERE "conversations"."type" = 'group' AND "conversations"."is_active" = 1;--> statement-breakpoint
CREATE TABLE `drafts` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`reply_to_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `conversation_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `file_media` (
	`file_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`width` integer,
	`height` integer,
	`duration_ms` integer,
	`waveform` text,
	`thumbnail` integer DEFAULT false NOT NULL,
	`voice` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `held_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`author_id` text NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`reply_to_id` text,
	`file_ids` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `held_messages_client` ON `held_messages` (`author_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `held_messages_waiting` ON `held_messages` (`conversation_id`,`id`) WHERE "held_messages"."status" = 'waiting';--> statement-breakpoint
CREATE TABLE `join_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `join_requests_pending` ON `join_requests` (`conversation_id`,`user_id`) WHERE "join_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `join_requests_user` ON `join_requests` (`user_id`,`status`);--> statement-breakpoint
CREATE TABLE `link_previews` (
	`url` text PRIMARY KEY NOT NULL,
	`title` text,
	`description` text,
	`site_name` text,
	`fetched_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `link_previews_age` ON `link_previews` (`fetched_at`);--> statement-breakpoint
CREATE TABLE `message_files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `message_files_message` ON `message_files` (`message_id`);--> statement-breakpoint
CREATE TABLE `message_hides` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hidden_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `message_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `message_reactions` (
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`emoji` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`, `emoji`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `messages` (
	`key` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`rev` integer NOT NULL,
	`client_id` text,
	`author_id` text,
	`kind` text NOT NULL,
	`state` text DEFAULT 'live' NOT NULL,
	`text` text NOT NULL,
	`params` text,
	`reply_to_id` text,
	`attachments` text NOT NULL,
	`mentions` text NOT NULL,
	`preview` text,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`pinned_at` integer,
	`pinned_by` text,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pinned_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id` ON `messages` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_seq` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`author_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `messages_rev` ON `messages` (`conversation_id`,`rev`);--> statement-breakpoint
CREATE INDEX `messages_pinned` ON `messages` (`conversation_id`,`pinned_at`) WHERE "messages"."pinned_at" is not null;--> statement-breakpoint
CREATE TABLE `user_status` (
	`user_id` text PRIMARY KEY NOT NULL,
	`chosen` text,
	`custom_text` text DEFAULT '' NOT NULL,
	`last_seen_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
