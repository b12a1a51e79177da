/* platform.h: differences between compilers and machines. */

#ifndef HOARD_PLATFORM_H
#define HOARD_PLATFORM_H

#if defined(__GNUC__) || defined(__clang__)
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b)))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PRINTF_LIKE(a, b)
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define PREFETCH(p) ((void)0)
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define MACHINE "x86-64"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define MACHINE "arm64"
#else
#define MACHINE "unknown machine"
#endif

#endif
