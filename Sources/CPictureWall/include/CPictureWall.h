// What Swift cannot call: functions of variable arguments, macros of control messages, and what glibc keeps for GNU
// programs. Each answers with a value from 0 up, or -errno.
#pragma once
#include <stddef.h>

/// Memory without a name that is a file. With a capacity above 0 it has that size for good.
int vf_memory(const char *_Nonnull name, long capacity);

/// Replaces an open file by another under its number.
int vf_replace(int descriptor, int by);

/// Exactly one message, with a descriptor unless it is -1.
long vf_send(int socket, const void *_Nonnull bytes, size_t count, int descriptor);

/// One message, cut to `count` bytes; 0 once the other side is gone. A descriptor that came with it, else -1, is put
/// into `descriptor`; further ones the kernel drops for want of room.
long vf_receive(int socket, void *_Nonnull bytes, size_t count, int *_Nonnull descriptor);

/// Starts a program in a process group of its own, with `socket` as descriptor `place`, nothing on the standard streams,
/// no other file of ours, and no blocked signals. Answers with its number.
int vf_spawn(
  const char *_Nonnull program, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
  int socket, int place);

/// A limit of this process, for good: `RLIMIT_` by its number.
int vf_limit(int resource, unsigned long value);

/// This process gains no rights any more, leaves no core, cannot be traced, and ends with `signal` when the thread that
/// started it ends.
int vf_give_up_rights(int signal);

/// Lets this process, with all its threads, call nothing any more but what decoding needs. See CPictureWall.c.
int vf_filter_calls(void);
