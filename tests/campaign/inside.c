/* Loaded before a frozen program (LD_PRELOAD), it hands the Python code in the environment's INSIDE to the program's
 * own interpreter, again and again until that code takes INSIDE away. So kill.py plays a program from within that has
 * no Python of ours. In a process without an interpreter, as the one that unpacks, it only waits. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define PAUSE_US 5000

typedef int Take(void);
typedef void Give(int);
typedef int Run(const char *);

static void *find(const char *name) { return dlsym(RTLD_DEFAULT, name); }

/* Runs the code once where there is an interpreter; whether it is to be run again. */
static int run_once(void) {
    Take *begun = (Take *)find("Py_IsInitialized");
    if (!begun || !begun()) return 1;
    int held = ((Take *)find("PyGILState_Ensure"))();
    const char *code = getenv("INSIDE");
    if (code) ((Run *)find("PyRun_SimpleString"))(code);
    int again = getenv("INSIDE") != NULL;
    ((Give *)find("PyGILState_Release"))(held);
    return again;
}

static void *work(void *nothing) {
    while (run_once()) usleep(PAUSE_US);
    return nothing;
}

__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    if (getenv("INSIDE") && !pthread_create(&thread, NULL, work, NULL)) pthread_detach(thread);
}
